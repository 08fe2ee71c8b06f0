import assert from 'node:assert/strict';
import { build, type Metafile, stop } from 'esbuild';
import { entriesFor } from '../../../esbuild.mjs';
import { projectRoot } from './projectFiles.ts';

/**
 * 390 KB: what activation may cost. A diagnosis, the sources of shares, the outbox, the tools, the reader and the composer
 * must know the very classes of errors the rest throws, and the room tree is what a person waits for, so they are no files of their own.
 */
const maxBytes = 390_000;

describe('the bundle of the extension', () => {
  let text: string;
  let metafile: Metafile;

  before(async () => {
    const [extension] = entriesFor(true);
    const result = await build({ ...extension, absWorkingDir: projectRoot, metafile: true, write: false });
    assert.ok(result.outputFiles && result.metafile);
    text = result.outputFiles[0]?.text ?? '';
    metafile = result.metafile;
  });
  after(() => stop());

  it('stays small', () => {
    const { byteLength } = Buffer.from(text);
    assert.ok(byteLength > 10_000, 'the whole extension');
    assert.ok(byteLength <= maxBytes, `${byteLength} bytes`);
  });

  it('holds no package: undici, hono, markdown-it and secretlint stay outside', () => {
    const packages = Object.keys(metafile.inputs).filter((path) => path.includes('node_modules'));
    assert.deepEqual(packages, []);
  });

  it('holds nothing of a server', () => {
    const servers = Object.keys(metafile.inputs).filter((path) => path.startsWith('src/servers/'));
    assert.deepEqual(servers, []);
    assert.doesNotMatch(text, /node:sqlite/);
  });

  it('loads nothing at its start but VS Code and what Node brings', () => {
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
    const atStart = imports.filter(({ kind }) => kind !== 'dynamic-import').map(({ path }) => path);
    assert.deepEqual(
      [...new Set(atStart)].filter((path) => path !== 'vscode' && !path.startsWith('node:')),
      [],
    );
    assert.deepEqual(
      [...new Set(imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path))],
      ['./scan.cjs', './checkMarkdown.cjs', './renderMarkdown.cjs', './fixes.cjs', './highlight.cjs'],
    );
  });
});
