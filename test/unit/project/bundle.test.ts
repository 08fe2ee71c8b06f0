import assert from 'node:assert/strict';
import path from 'node:path';
import { build, type Metafile, stop } from 'esbuild';
import { entriesFor } from '../../../esbuild.mjs';
import { projectRoot } from './projectFiles.ts';

const startup = 'src/extension.ts';
const services = 'src/compose/createServices.ts';
const feature = (name: string): string => `src/features/${name}/index.ts`;

/**
 * Entries in the order of loading, with the additional files of each and a budget in bytes. In a window where an account
 * is signed in, or shares are queued, the services are loaded after the start.
 */
const budgets: readonly (readonly [
  what: string,
  loaded: readonly string[],
  before: readonly string[],
  bytes: number,
])[] = [
  ['the start of VS Code', [startup], [], 23_500],
  ['the services', [services, feature('accounts')], [startup], 220_000],
  ['the Rooms view', [feature('rooms')], [startup, services], 21_000],
  ['watched rooms', [feature('watchRooms')], [startup, services], 22_000],
  ['the first share', [feature('share')], [startup, services], 62_800],
  // Loads while the room is chosen. Two thirds of it are the rules of secretlint; the rest grows with each form of a secret.
  ['a search for secrets', ['src/core/secrets/scanText.ts'], [startup, services], 102_000],
  [
    'reading a room, with highlighting',
    [
      feature('reader'),
      'src/core/markdown/renderMarkdown.ts',
      'src/core/messages/highlightCode.ts',
      'src/core/markdown/markdownIt.ts',
    ],
    [startup, services],
    317_000,
  ],
  ['the screen of a terminal', ['src/core/snippet/terminalScreen.ts'], [startup, services], 190_000],
  ['the first message', [feature('composer')], [startup, services, feature('share')], 28_000],
  ['marks of shared lines', [feature('sharedLines')], [startup, services], 15_500],
  ['attachments', [feature('attachments')], [startup, services], 60_000],
  ['a diagnosis', [feature('diagnose')], [startup, services], 40_000],
  ['the tools for language models', [feature('languageModelTools')], [startup, services], 40_000],
  ['what answers terminals', [feature('terminal')], [startup, services], 22_000],
  ['a sign-in', [feature('signIn'), feature('sandbox')], [startup, services], 40_000],
];

/** An output and everything it imports at once. */
function closureOf({ outputs }: Metafile, file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { kind, path: imported, external } of outputs[file]?.imports ?? []) {
    if (kind !== 'dynamic-import' && external !== true) closureOf({ outputs } as Metafile, imported, seen);
  }
  return seen;
}

describe('the bundle of the extension', () => {
  let metafile: Metafile;
  const texts = new Map<string, string>();

  before(async () => {
    const [extension] = entriesFor(true);
    const result = await build({ ...extension, write: false });
    assert.ok(result.outputFiles && result.metafile);
    metafile = result.metafile;
    for (const file of result.outputFiles) texts.set(path.relative(projectRoot, file.path), file.text);
  });
  after(() => stop());

  /** The files that are loaded for the sources of these entries. */
  function filesOf(sources: readonly string[]): ReadonlySet<string> {
    const entries = Object.entries(metafile.outputs).filter(([, { entryPoint = '' }]) =>
      sources.some((source) => [source, `layer:${source}`].includes(entryPoint)),
    );
    assert.equal(entries.length, sources.length, `a chunk for each of ${sources.join(', ')}`);
    return new Set(entries.flatMap(([file]) => [...closureOf(metafile, file)]));
  }

  for (const [what, loaded, before, budget] of budgets) {
    it(`loads at most ${budget} bytes for ${what}`, () => {
      const known = before.length === 0 ? new Set<string>() : filesOf(before);
      const files = [...filesOf(loaded)].filter((file) => !known.has(file));
      const byteLength = files.reduce((sum, file) => sum + Buffer.byteLength(texts.get(file) ?? ''), 0);
      assert.ok(byteLength > 1000, `${byteLength} bytes`);
      assert.ok(byteLength <= budget, `${byteLength} bytes`);
    });
  }

  it('starts in two files, without packages, the network or processes', () => {
    const files = filesOf([startup]);
    assert.equal(files.size, 2, 'what VS Code loads, and the chunk of the start');
    const inputs = [...files].flatMap((file) => Object.keys(metafile.outputs[file]?.inputs ?? {}));
    const heavy = inputs.filter((input) => /node_modules|core\/(?:api|auth)\/|platform\/http\//.test(input));
    assert.deepEqual(heavy, []);
    const text = [...filesOf([startup])].map((file) => texts.get(file) ?? assert.fail(file)).join('\n');
    assert.doesNotMatch(text, /["'](?:node:)?(?:https?|net|tls|child_process)["']/);
    assert.match(text, /chooseSignIn/);
  });

  it('keeps packages out of the services and the features, but for the small one that compares lines', () => {
    const features = ['share', 'composer', 'reader', 'rooms', 'attachments', 'languageModelTools'].map(feature);
    const inputs = [...filesOf([startup, services, ...features])].flatMap((file) =>
      Object.keys(metafile.outputs[file]?.inputs ?? {}),
    );
    const heavy = inputs.filter((input) => /node_modules\/(?!diff\/)/.test(input));
    assert.deepEqual(heavy, []);
  });

  it('loads every chunk by require, since VS Code gives its own node:http to CommonJS alone', () => {
    for (const [file, text] of texts) assert.doesNotMatch(text, /\bimport\s*\(|^(?:import|export)\b/m, file);
  });

  it('has only characters of Latin-1, since V8 keeps every character of another file in two bytes', () => {
    for (const [file, text] of texts) assert.doesNotMatch(text, /[^\0-\xff]/, file);
  });

  it('contains no server', () => {
    const servers = Object.keys(metafile.inputs).filter((input) => input.startsWith('src/servers/'));
    assert.deepEqual(servers, []);
    for (const text of texts.values()) assert.doesNotMatch(text, /node:sqlite/);
  });
});
