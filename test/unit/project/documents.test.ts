import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { derivedFiles } from '../../support/harness/derive.ts';
import { projectFiles, projectRoot, projectText } from './projectFiles.ts';

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: readonly Section[];
    readonly languageModelTools: readonly { readonly toolReferenceName: string }[];
  };
}
interface Section {
  readonly properties: Readonly<Record<string, unknown>>;
}

const manifest = JSON.parse(projectText('package.json')) as Manifest;
const { contributes } = manifest;
const strings = JSON.parse(projectText('package.nls.json')) as Readonly<Record<string, string>>;
const settings = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
const commandTitles = new Set(contributes.commands.map(({ title }) => strings[title.slice(1, -1)] ?? title));
const documents = ['*.md', 'docs/**/*.md'].flatMap((pattern) => projectFiles(pattern));
/** Documents that describe the present. The changelog describes the past. */
const guides = documents.filter((path) => path !== 'CHANGELOG.md');

/** The first group of a pattern in documents, with the path, without repetition. */
function found(paths: readonly string[], pattern: RegExp): readonly { readonly path: string; readonly text: string }[] {
  return paths.flatMap((path) => {
    const texts = new Set([...projectText(path).matchAll(pattern)].map(([, text = '']) => text));
    return [...texts].map((text) => ({ path, text }));
  });
}

/** Commands of a document: `**Roomside: Sign In**`, and the first column of tables of commands. */
function commandsIn(path: string): readonly string[] {
  const bold = [...projectText(path).matchAll(/\*\*Roomside: ([^*]+)\*\*/g)].map(([, title = '']) => title);
  const tables = projectText(path).matchAll(/^\| Command +\|.*\n\|[ :|-]+\n((?:\|.*\n)+)/gm);
  const cells = [...tables].flatMap(([, rows = '']) => rows.trim().split('\n'));
  return [...bold, ...cells.flatMap((row) => (row.split('|')[1] ?? '').trim().split(', '))];
}

/** The anchors of the headings of a document, as GitHub makes them. */
function anchorsOf(path: string): ReadonlySet<string> {
  const headings = [...projectText(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  );
}

describe('the documents', () => {
  it('name commands by titles that exist', () => {
    const named = guides.flatMap((path) => commandsIn(path).map((title) => ({ path, title })));
    assert.ok(named.length > 30, String(named.length));
    const unknown = named.filter(({ title }) => !commandTitles.has(title));
    assert.deepEqual(unknown, []);
  });

  it('name settings that exist', () => {
    const ids = new Set([...settings, ...contributes.commands.map(({ command }) => command)]);
    const named = found(guides, /`(roomside\.[a-z]\w*\.\w+)`/g);
    assert.ok(named.length > 20, String(named.length));
    const unknown = named.filter(({ text }) => !ids.has(text));
    assert.deepEqual(unknown, []);
  });

  it('and the manifest have what follows from the settings, as `npm run fix` writes it', () => {
    for (const [path, text] of derivedFiles()) assert.equal(projectText(path), text, path);
  });

  it('name npm scripts and tools for language models that exist', () => {
    const unknownScripts = found(guides, /npm run (?:-s )?([a-z:]+)/g).filter(
      ({ text }) => !(text in manifest.scripts),
    );
    assert.deepEqual(unknownScripts, []);
    const tools = new Set(contributes.languageModelTools.map(({ toolReferenceName }) => toolReferenceName));
    const unknownTools = found(guides, /`#(roomside\w+)`/g).filter(({ text }) => !tools.has(text));
    assert.deepEqual(unknownTools, []);
  });

  it('name files and folders that exist', () => {
    const path = /`((?:src|test|docs|core|host|features|servers|webview|l10n|media|docker)\/[\w./-]*\w\/?)`/g;
    const named = found(guides, path);
    assert.ok(named.length > 10, String(named.length));
    const isThere = (text: string): boolean =>
      ['', 'src'].some((base) => existsSync(posix.join(projectRoot, base, text)));
    const missing = named.filter(({ text }) => !isThere(text));
    assert.deepEqual(missing, []);
  });

  it('have relative links that resolve, also to headings', () => {
    // A link in code, between backticks, is an example.
    const links = found(documents, /`[^`\n]*`|\]\(((?!https?:|mailto:)[^)\s]+)\)/g).filter(({ text }) => text !== '');
    assert.ok(links.length > 100, String(links.length));
    const broken = links.filter(({ path, text }) => {
      const [file = '', anchor] = text.split('#');
      const target = file === '' ? path : posix.join(posix.dirname(path), file);
      if (!existsSync(posix.join(projectRoot, target))) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
    });
    assert.deepEqual(broken, []);
  });

  it('show pictures that exist, of at most 1.5 MB together', () => {
    const raw = 'https://raw.githubusercontent.com/roomside/roomside/main/';
    const shown = found(['README.md'], /(?:src|srcset)="([^"]+)"/g).map(({ text }) => text.replace(raw, ''));
    assert.ok(shown.length >= 6, String(shown.length));
    for (const file of shown) assert.ok(existsSync(posix.join(projectRoot, file)), file);
    const sizes = projectFiles('docs/pictures/**/*.webp').map((file) => statSync(posix.join(projectRoot, file)).size);
    const byteLength = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(byteLength <= 1.5 * 2 ** 20, String(byteLength));
  });

  it('have the pages that texts and commands open', () => {
    const opened = found(['package.nls.json'], /roomside\.openDocumentation\?%5B%22(\w+)%22%5D/g).map(
      ({ text }) => text,
    );
    const [, listed = ''] =
      /^const pages = \[(.*)\] as const;$/m.exec(projectText('src/features/documentation/index.ts')) ?? [];
    const pages = [...listed.matchAll(/'(\w+)'/g)].map(([, page = '']) => page);
    assert.deepEqual([...new Set([...opened, 'troubleshooting', 'README'])].sort(), [...pages].sort());
    for (const page of pages) assert.ok(existsSync(posix.join(projectRoot, `docs/${page}.md`)), page);
  });

  it('of docs are all in the index', () => {
    const listed = new Set(found(['docs/README.md'], /\]\(([^)#]+)\)/g).map(({ text }) => `docs/${text}`));
    const missing = projectFiles('docs/*.md').filter((path) => path !== 'docs/README.md' && !listed.has(path));
    assert.deepEqual(missing, []);
  });
});
