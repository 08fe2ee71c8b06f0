import assert from 'node:assert/strict';
import { type BuildResult, build, type Metafile, type Plugin, stop } from 'esbuild';
import { projectRoot, projectText } from './projectFiles.ts';

/** 150 KB: what activation may cost. */
const maxBytes = 150_000;

/** The same as in esbuild.mjs: the heavy part becomes a file of its own. */
const markdownItBeside: Plugin = {
  name: 'markdown-it beside the bundle',
  setup(builder) {
    builder.onResolve({ filter: /^markdown-it$/ }, () => ({ path: './markdown-it.cjs', external: true }));
  },
};

const options = {
  absWorkingDir: projectRoot,
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/extension.cjs',
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'cjs',
  minify: true,
  external: ['vscode'],
  plugins: [markdownItBeside],
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'silent',
} as const;

describe('the bundle of the extension', () => {
  let text: string;
  let metafile: Metafile;

  before(async () => {
    const result: BuildResult<{ metafile: true; write: false }> = await build({
      ...options,
      entryPoints: [...options.entryPoints],
      external: [...options.external],
      plugins: [...options.plugins],
    });
    text = result.outputFiles[0]?.text ?? '';
    metafile = result.metafile;
  });
  after(() => stop());

  it('stays small', () => {
    const { byteLength } = Buffer.from(text);
    assert.ok(byteLength > 10_000, 'the whole extension');
    assert.ok(byteLength <= maxBytes, `${byteLength} bytes`);
  });

  it('holds no package: undici, hono and markdown-it stay outside', () => {
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
      ['./markdown-it.cjs'],
    );
  });

  it('is built the same way by the build itself', () => {
    const script = projectText('esbuild.mjs');
    for (const part of [
      "besideBundle('markdown-it')",
      "external: ['vscode']",
      "target: 'node22'",
      "legalComments: 'none'",
    ]) {
      assert.ok(script.includes(part), part);
    }
  });
});
