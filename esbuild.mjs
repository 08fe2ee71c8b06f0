// Builds what runs: the extension, and beside it one file for each part that must not load before its first use.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build, context, transform } from 'esbuild';
import { thirdPartyNotices } from './thirdPartyNotices.mjs';

/**
 * What esbuild is asked for each file that runs; the first is the extension: what starts with VS Code, and a chunk for each
 * `import()`, which is loaded at its first use.
 * @param {boolean} production
 * @returns {import('esbuild').BuildOptions[]}
 */
export const entriesFor = (production) => {
  const common = commonFor(production);
  return [
    {
      ...common,
      entryPoints: ['src/extension.ts'],
      outdir: 'dist',
      outExtension: { '.js': '.cjs' },
      chunkNames: 'chunks/[name]-[hash]',
      format: 'esm',
      splitting: true,
      sourcemap: production ? false : 'inline',
      external: ['vscode'],
      plugins: [inLayers, toCommonJs(common)],
    },
    webviewEntry(common, 'reader'),
    webviewEntry(common, 'pasteBox'),
    serverEntry(common, 'sandbox'),
    serverEntry(common, 'broker'),
  ];
};

const commonFor = (production) => ({
  bundle: true,
  platform: 'node',
  target: 'node22',
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: 'warning',
  legalComments: 'none',
  // The project's own has a path that is for types alone.
  tsconfigRaw: {},
});

const webviewEntry = (common, name) => ({
  ...common,
  entryPoints: [`src/webview/${name}/main.ts`],
  outfile: `dist/${name}.js`,
  platform: 'browser',
  format: 'iife',
  target: 'es2023',
  // A webview cannot load the map under its content security policy.
  sourcemap: false,
});

const serverEntry = (common, name) => ({
  ...common,
  entryPoints: [`src/servers/${name}/main.ts`],
  outfile: `dist/${name}.mjs`,
  format: 'esm',
  // undici, busboy and the Redis client are CommonJS inside: they call require for Node's own modules.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
});

const startup = resolve(import.meta.dirname, 'src/extension.ts');
const services = resolve(import.meta.dirname, 'src/compose/services.ts');

/**
 * Keeps the chunks few. esbuild puts two files into one chunk when the same entry points need them. The services load after
 * the startup, and every other chunk after the services: importing what is loaded before makes each of these layers one chunk.
 */
const inLayers = {
  name: 'layers of chunks',
  setup(builder) {
    builder.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) =>
      kind === 'dynamic-import' ? { path: resolve(resolveDir, path), namespace: 'layer' } : undefined,
    );
    builder.onLoad({ filter: /./, namespace: 'layer' }, ({ path }) => {
      const below = path === services ? [startup] : [startup, services];
      // As exports, so that everything below counts as needed here, whatever of it is used.
      const lines = [
        ...below.map((file, at) => `export * as below${at} from ${JSON.stringify(file)};`),
        `export * from ${JSON.stringify(path)};`,
      ];
      return { contents: lines.join('\n'), resolveDir: dirname(path) };
    });
  },
};

/**
 * Makes CommonJS of ES modules: esbuild splits only those into chunks, and VS Code replaces `node:http` and its kin for an
 * extension only in what `require` gives. `import()` becomes a `require` that happens later.
 */
const toCommonJs = ({ platform, target, minify, legalComments }) => ({
  name: 'chunks as CommonJS',
  setup(builder) {
    const options = builder.initialOptions;
    const isWritten = options.write ?? true;
    options.write = false;
    const sourcemap = options.sourcemap === false ? false : 'inline';
    const asCommonJs = { format: 'cjs', supported: { 'dynamic-import': false }, sourcemap };
    builder.onEnd(async (result) => {
      for (const file of result.outputFiles ?? []) {
        const { code } = await transform(file.text, { ...asCommonJs, platform, target, minify, legalComments });
        file.contents = Buffer.from(code);
        if (!isWritten) continue;
        await mkdir(dirname(file.path), { recursive: true });
        await writeFile(file.path, file.contents);
      }
    });
  },
});

/**
 * Builds every bundle, and the notices of the packages in them, in the folder `dist` of another folder.
 * @param {boolean} production
 * @param {string} into
 */
export async function buildInto(production, into) {
  const absWorkingDir = import.meta.dirname;
  const results = await Promise.all(
    entriesFor(production).map((entry) => build({ ...entry, ...placeIn(into, entry), absWorkingDir, metafile: true })),
  );
  const notices = thirdPartyNotices(
    results.map(({ metafile }) => metafile),
    absWorkingDir,
  );
  await writeFile(join(into, 'dist', 'ThirdPartyNotices.txt'), notices);
}

const placeIn = (folder, { outfile, outdir }) =>
  outfile === undefined ? { outdir: join(folder, outdir) } : { outfile: join(folder, outfile) };

if (import.meta.main) {
  const production = process.argv.includes('--production');
  await rm('dist', { recursive: true, force: true });
  if (process.argv.includes('--watch')) {
    await Promise.all(entriesFor(production).map(async (entry) => (await context(entry)).watch()));
  } else {
    await buildInto(production, import.meta.dirname);
  }
}
