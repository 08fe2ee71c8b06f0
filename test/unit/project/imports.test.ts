import assert from 'node:assert/strict';
import { importedModules } from './importedModules.ts';
import { projectFiles, projectText } from './projectFiles.ts';

const sources = projectFiles('src/**/*.ts').map((path) => ({ path, modules: importedModules(projectText(path)) }));

describe('the sources', () => {
  it('are read for every form of import', () => {
    const text = `import a from 'one';\nimport 'two';\nexport { b } from "three";\nawait import('four');\ntype T = typeof import('five');\nrequire('six');`;
    assert.deepEqual([...importedModules(text)].sort(), ['five', 'four', 'one', 'six', 'three', 'two']);
  });

  it('[S1] open the browser in one place, and never show a sign-in in a webview', () => {
    const openers = sources.filter(({ path }) => /openExternal/.test(projectText(path)));
    const paths = openers.map(({ path }) => path);
    assert.deepEqual(paths, ['src/host/vscode/openInBrowser.ts']);
    const signInFiles = sources.filter(({ path }) => /^src\/(host|features)\/.*[sS]ignIn/.test(path));
    assert.ok(signInFiles.length >= 6);
    for (const { path } of signInFiles) assert.doesNotMatch(projectText(path), /[wW]ebview/, path);
  });

  it('show notifications in one place, which makes their whole text plain', () => {
    const showing = /\bwindow\s*(\?\.|\.|\[)\s*['"]?(show(Information|Warning|Error)Message|withProgress)\b/;
    const taken = /\{[^{}]*\b(show(Information|Warning|Error)Message|withProgress)\b[^{}]*\}\s*=\s*window\b/;
    for (const form of ['window.showErrorMessage(x)', "window['withProgress']"]) assert.match(form, showing);
    assert.match('const { showWarningMessage } = window;', taken);
    const others = sources.filter(({ path }) => {
      const text = projectText(path);
      return path !== 'src/host/vscode/notifications.ts' && (showing.test(text) || taken.test(text));
    });
    const paths = others.map(({ path }) => path);
    assert.deepEqual(paths, []);
  });

  it('replace the rows of a list in one place, which knows what the user has seen', () => {
    const setters = sources.filter(({ path }) => /\.items = |\bitems: .*createQuickPick/.test(projectText(path)));
    const inWindow = setters.map(({ path }) => path).filter((path) => !path.startsWith('src/webview/'));
    // The second one fills a list once.
    assert.deepEqual(inWindow, ['src/host/ui/liveQuickPick.ts', 'src/host/ui/steps/pickRow.ts']);
  });

  it('do not use URL.canParse, whose compiled form in Node 22 refuses letters beyond ASCII', () => {
    const users = sources.filter(({ path }) => /\bcanParse\(/.test(projectText(path))).map(({ path }) => path);
    assert.deepEqual(users, []);
  });

  it('try again to remove what another program has open on Windows', () => {
    const lines = sources.flatMap(({ path }) => (path.startsWith('src/servers/') ? [] : projectText(path).split('\n')));
    const once = lines.filter((line) => /\b(?:rm|unlink)\(/.test(line) && !/retryWhileBusy|maxRetries/.test(line));
    assert.deepEqual(once, []);
  });

  it('make relative paths in one place, which has slashes on every system', () => {
    const isMaking = (text: string): boolean =>
      /\b(?:path|paths|posix|win32)\.relative\(|import \{[^}]*\brelative\b[^}]*\} from 'node:path'|replaceAll\('\\\\', '\/'\)/.test(
        text,
      );
    const makers = sources.filter(({ path }) => isMaking(projectText(path))).map(({ path }) => path);
    assert.deepEqual(makers, ['src/platform/files/relativePath.ts']);
  });

  it('have no catch-all names', () => {
    const vague = /(manager|helpers?|utils?|common|misc)(?=[A-Z.]|$)/i;
    const named = projectFiles('{src,test}/**/*.ts').filter((path) => vague.test(path.split('/').at(-1) ?? ''));
    assert.deepEqual(named, []);
  });
});
