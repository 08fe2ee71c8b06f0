import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commandIds } from '../../../src/host/commands/commandIds.ts';
import { projectFiles, projectRoot, projectText } from './projectFiles.ts';

interface Manifest {
  readonly icon: string;
  readonly publisher: string;
  readonly displayName: string;
  readonly keywords: readonly string[];
  readonly name: string;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly category?: string; readonly title: string }[];
    readonly menus: Readonly<
      Record<string, readonly { readonly command?: string; readonly submenu?: string; readonly when?: string }[]>
    >;
    readonly keybindings: readonly { readonly command: string; readonly key: string; readonly when?: string }[];
    readonly submenus: readonly { readonly id: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly icon: string }[]>>;
    readonly viewsContainers: { readonly activitybar: readonly { readonly id: string; readonly icon: string }[] };
    readonly viewsWelcome: readonly { readonly view: string; readonly when: string }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly id: string;
        readonly description: string;
        readonly media: { readonly svg: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
    readonly configuration: readonly {
      readonly title: string;
      readonly properties: Readonly<
        Record<string, { readonly scope?: string; readonly markdownDescription?: string; readonly keywords?: string[] }>
      >;
    }[];
  };
}

const text = projectText('package.json');
const manifest: Manifest = JSON.parse(text);
const words: Readonly<Record<string, string>> = JSON.parse(projectText('package.nls.json'));
const { commands, keybindings, menus, submenus, views, viewsContainers, viewsWelcome, walkthroughs, configuration } =
  manifest.contributes;
const settings = configuration.flatMap(({ properties }) => Object.entries(properties));
const declared = commands.map(({ command }) => command);

/** Every match of a pattern with one group, once, sorted. */
function found(source: string, pattern: RegExp): readonly string[] {
  return [...new Set([...source.matchAll(pattern)].map((match) => match[1] ?? ''))].sort();
}

/** Whether a `when` clause of `&&`, `||`, `!`, `==` and `!=` holds. */
function holds(when: string, context: Readonly<Record<string, unknown>>): boolean {
  const term = (text: string): boolean => {
    const [, not, key = '', operator, value] =
      /^(!?)([\w.:]+)(?: (==|!=) '?([^']*)'?)?$/.exec(text) ?? assert.fail(text);
    if (operator !== undefined) return (context[key] === value) === (operator === '==');
    return Boolean(context[key]) !== (not === '!');
  };
  return when.split(' || ').some((all) => all.split(' && ').every(term));
}

describe('the commands of the manifest', () => {
  it('match the code; those with an underscore are in the code only', () => {
    assert.deepEqual([...declared].sort(), commandIds.filter((id) => !id.startsWith('_')).sort());
    for (const id of commandIds) assert.match(id, /^_?roomside\.[a-z][a-zA-Z]*$/);
    assert.equal(new Set(commandIds).size, commandIds.length);
  });

  it('are all in the category Roomside of the palette', () => {
    for (const { command, category } of commands) assert.equal(category, 'Roomside', command);
  });

  it('include all that menus and welcome texts offer', () => {
    const offered = Object.values(menus).flatMap((items) => items.flatMap(({ command }) => command ?? []));
    const linked = found(Object.values(words).join('\n'), /\(command:([\w.]+)/g);
    const ofVsCode = Object.values(views).flatMap((list) => list.map(({ id }) => `${id}.focus`));
    const unknown = [...offered, ...linked].filter(
      (command) => !declared.includes(command) && !ofVsCode.includes(command),
    );
    assert.deepEqual(unknown, []);
  });
});

describe('the menus of the manifest', () => {
  it('open submenus that exist; every submenu has entries and is opened', () => {
    const opened = new Set(Object.values(menus).flatMap((items) => items.flatMap(({ submenu }) => submenu ?? [])));
    const ids = submenus.map(({ id }) => id).sort();
    assert.deepEqual([...opened].sort(), ids);
    for (const id of ids) assert.ok((menus[id]?.length ?? 0) > 0, id);
  });

  it('open no submenu with a single entry, and offer a problem only where there is one', () => {
    for (const editorHasSelection of [false, true]) {
      for (const hasProblems of [false, true]) {
        const context = { editorTextFocus: true, editorHasSelection, 'roomside:editorHasProblems': hasProblems };
        const shown = (menu: string) =>
          (menus[menu] ?? []).filter(({ when = '' }) => when === '' || holds(when, context));
        const isOpened = shown('editor/context').some(({ submenu }) => submenu === 'roomside.share');
        assert.equal(shown('editor/context').length, 1, JSON.stringify(context));
        assert.equal(isOpened, editorHasSelection || hasProblems);
        assert.ok(!isOpened || shown('roomside.share').length > 1, JSON.stringify(context));
        const offered = shown('roomside.share').some(({ command }) => command === 'roomside.shareProblem');
        assert.equal(offered, hasProblems);
      }
    }
    const ids = submenus.map(({ id }) => id);
    assert.deepEqual(ids, ['roomside.share']);
  });

  it('of editors do not depend on the selection in the Explorer', () => {
    for (const [menu, items] of Object.entries(menus)) {
      if (menu === 'explorer/context') continue;
      for (const { when = '' } of items) assert.doesNotMatch(when, /explorerResource/, menu);
    }
  });

  it('offer a cell in the palette while a notebook is the active editor', () => {
    const { when = '' } = menus.commandPalette?.find(({ command }) => command === 'roomside.shareCell') ?? {};
    // The palette has the focus then, not the notebook.
    assert.ok(holds(when, { activeEditor: 'workbench.editor.notebook', notebookEditorFocused: false }));
    assert.ok(!holds(when, { activeEditor: 'workbench.editors.files.textFileEditor' }));
  });

  it('offer the commits of the Timeline, and neither its staged changes nor its saved files', () => {
    for (const { when = '' } of menus['timeline/item/context'] ?? assert.fail()) {
      const [, item = ''] = /^timelineItem =~ \/(.+?)\/ && /.exec(when) ?? [];
      const offered = ['git:file:commit', 'git:file:index', 'git:file:working', 'localHistory:item'];
      const shown = offered.filter((each) => new RegExp(item).test(each));
      assert.deepEqual(shown, ['git:file:commit']);
    }
  });

  it('have no key of an input method in the confirmation, where VS Code 1.105 would send an unfinished comment', () => {
    const context = { inQuickInput: true, 'roomside:steps': true };
    // The last one that holds counts.
    const commandOf = (pressed: string, isComposing: boolean) =>
      keybindings.findLast(({ key, when = '' }) => key === pressed && holds(when, { ...context, isComposing }))
        ?.command;
    assert.deepEqual([commandOf('enter', true), commandOf('escape', true)], ['noop', 'noop']);
    assert.deepEqual([commandOf('enter', false), commandOf('escape', false)], [undefined, '_roomside.backToRooms']);
  });

  it('use contexts that the code sets', () => {
    const sources = projectFiles('src/**/*.ts').map(projectText).join('\n');
    const set = found(sources, /\bsetContext\('(roomside:\w+)'/g);
    const unknown = found(text, /\b(roomside:\w+)/g).filter((context) => !set.includes(context));
    assert.deepEqual(unknown, []);
  });

  it('use states of the view that the code sets', () => {
    const type = /type ViewState =([^;]+);/.exec(projectText('src/host/vscode/contextKeys.ts'))?.[1] ?? '';
    const known = found(type, /'(\w+)'/g);
    const asked = found(text, /roomside:state == (\w+)/g);
    assert.ok(asked.length > 0);
    const unknown = asked.filter((state) => !known.includes(state));
    assert.deepEqual(unknown, []);
  });

  it('name no scheme that holds "file": where the extension runs remotely, VS Code makes that word "vscode-remote"', () => {
    const schemes = found(text, /\bresourceScheme [!=]=~? ([^\s"]+)/g);
    assert.ok(schemes.length > 0);
    const odd = schemes.filter((scheme) => scheme !== 'file' && scheme.includes('file'));
    assert.deepEqual(odd, []);
  });

  it('name views that exist', () => {
    const ids = Object.values(views).flatMap((list) => list.map(({ id }) => id));
    const asked = [...viewsWelcome.map(({ view }) => view), ...found(text, /\bview == ([\w.]+)/g)];
    const unknown = asked.filter((id) => !ids.includes(id));
    assert.deepEqual(unknown, []);
  });
});

describe('the walkthrough of the manifest', () => {
  const steps = walkthroughs.flatMap((walkthrough) => walkthrough.steps);

  it('has four steps, each with a picture in the colours of the theme', () => {
    assert.equal(steps.length, 4);
    for (const { media } of steps) {
      const svg = projectText(media.svg);
      assert.deepEqual(found(svg, /\b(?:fill|stroke)="(?!none|var\(--vscode-)([^"]*)"/g), [], media.svg);
    }
  });

  it('says each step in at most 25 words beside its buttons, in three languages', () => {
    for (const file of ['package.nls.json', 'package.nls.de.json', 'package.nls.fr.json']) {
      const texts: typeof words = JSON.parse(projectText(file));
      for (const { description } of steps) {
        const lines = (texts[description.slice(1, -1)] ?? '').split('\n').filter((line) => !/^\[.*\)$/.test(line));
        const said = lines
          .join(' ')
          .replace(/\]\([^)]*\)/g, '')
          .split(/\s+/);
        assert.ok(said.length <= 25, `${file} ${description}: ${said.length}`);
      }
    }
  });

  it('completes a step by a command, view or context that exists', () => {
    const ids = Object.values(views).flatMap((list) => list.map(({ id }) => id));
    const known = [...declared.map((id) => `onCommand:${id}`), ...ids.map((id) => `onView:${id}`)];
    const events = steps.flatMap(({ completionEvents }) => completionEvents);
    const others = events.filter((event) => !known.includes(event));
    assert.deepEqual(others, [
      'onContext:roomside:signedIn',
      'onContext:roomside:state == rows',
      'onContext:roomside:hasShares',
      'onContext:activeWebviewPanelId == roomside.reader',
    ]);
  });

  // The result of its button completes a step: the user is signed in, there are rooms, something was shared.
  const byState: Readonly<Record<string, string>> = {
    'roomside.signIn': 'onContext:roomside:signedIn',
    'roomside.trySandbox': 'onContext:roomside:signedIn',
    'roomside.rooms.focus': 'onContext:roomside:state == rows',
    'roomside.shareSample': 'onContext:roomside:hasShares',
    'roomside.sendMessage': 'onContext:roomside:hasShares',
  };

  for (const { id, description, completionEvents } of steps) {
    it(`completes a step by its buttons: ${id}`, () => {
      const buttons = found(words[description.slice(1, -1)] ?? '', /^\[[^\]]+\]\(command:([\w.]+)[^)]*\)$/gm);
      assert.ok(buttons.length > 0, description);
      for (const button of buttons)
        assert.ok(completionEvents.includes(byState[button] ?? `onCommand:${button}`), button);
    });
  }
});

describe('the texts of the manifest', () => {
  it('are all in package.nls.json, which has no others', () => {
    assert.deepEqual(found(text, /"%([^"%]+)%"/g), Object.keys(words).sort());
  });

  it('are used for every title, so that each can be translated', () => {
    for (const { command, title } of commands) assert.match(title, /^%[^%]+%$/, command);
  });
});

describe('the settings of the manifest', () => {
  it('[S42] cannot be set by a workspace', () => {
    for (const [name, { scope }] of settings) assert.equal(scope, 'application', name);
  });

  it('have a description and other words for it each', () => {
    for (const [name, { markdownDescription, keywords = [] }] of settings) {
      assert.match(markdownDescription ?? '', /^%[^%]+%$/, name);
      assert.deepEqual(keywords, [...new Set(keywords)].sort(), name);
      assert.ok(keywords.length > 0, name);
    }
  });

  it('are in sections, those that everybody needs first', () => {
    const titles = configuration.map(({ title }) => words[title.slice(1, -1)]);
    assert.deepEqual(titles, ['Sharing', 'Rooms and Notifications', 'Reading', 'Sign-In and Service']);
    assert.equal(settings[0]?.[0], 'roomside.share.scanForSecrets');
  });
});

describe('the manifest', () => {
  it('has a name, a description and keywords that the marketplace shows whole', () => {
    const description = words['extension.description'] ?? '';
    assert.ok(manifest.displayName.length <= 40, 'one line of a tile');
    assert.ok(description.length <= 120, 'what a tile shows');
    assert.ok(description.indexOf('Webex') < 60, 'the line of the Extensions view');
    assert.deepEqual(manifest.keywords, [...new Set(manifest.keywords)].sort());
    assert.ok(manifest.keywords.length <= 30, 'more are refused');
  });

  it('names pictures that exist', () => {
    const containers = viewsContainers.activitybar.map(({ icon }) => icon);
    const pictures = [
      manifest.icon,
      ...containers,
      ...Object.values(views).flatMap((list) => list.map(({ icon }) => icon)),
    ];
    for (const picture of pictures) assert.ok(existsSync(join(projectRoot, picture)), picture);
  });

  it('has the extension id of the registered callback address', () => {
    const id = `${manifest.publisher}.${manifest.name}`;
    assert.match(projectText('src/core/auth/signIn/callback.ts'), new RegExp(`'${id.replace('.', '\\.')}'`));
  });
});
