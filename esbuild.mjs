// Builds the extension with lazy chunks, the webview scripts and the servers.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, context } from 'esbuild';
import { toCommonJs } from './build/commonJs.mjs';
import { inLayers } from './build/layers.mjs';
import { thirdPartyNotices } from './build/thirdPartyNotices.mjs';

const root = import.meta.dirname;

/**
 * The esbuild options for each entry point. The first is the extension: the part that starts with VS Code, and one chunk
 * for each `import()`, loaded on first use.
 * @param {boolean} production
 * @param {string} dist the folder of the results
 * @returns {import('esbuild').BuildOptions[]}
 */
export function entriesFor(production, dist = join(root, 'dist')) {
  const common = {
    absWorkingDir: root,
    bundle: true,
    metafile: true,
    platform: 'node',
    target: 'node22',
    minify: production,
    sourcemap: production ? false : 'linked',
    logLevel: 'warning',
    legalComments: 'none',
    // The tsconfig.json of the project has a `paths` entry that is for types only.
    tsconfigRaw: {},
  };
  const extension = {
    ...common,
    entryPoints: ['src/extension.ts'],
    outdir: dist,
    outExtension: { '.js': '.cjs' },
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    splitting: true,
    sourcemap: production ? false : 'inline',
    external: ['vscode'],
    plugins: [inLayers, toCommonJs],
  };
  const webview = (name) => ({
    ...common,
    entryPoints: [`src/webview/${name}/main.ts`],
    outfile: join(dist, `${name}.js`),
    platform: 'browser',
    format: 'iife',
    target: 'es2023',
    // A webview cannot load the map under its content security policy.
    sourcemap: false,
  });
  const server = (name) => ({
    ...common,
    entryPoints: [`src/servers/${name}/main.ts`],
    outfile: join(dist, `${name}.mjs`),
    format: 'esm',
    // undici, busboy and the Redis client contain CommonJS code that calls `require` for Node's built-in modules.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  // Runs in the runtime of the editor, in a terminal.
  const command = {
    ...common,
    entryPoints: ['src/cli/main.ts'],
    outdir: dist,
    entryNames: 'roomside',
    // The server for agents then comes with the small validator of schemas, which compiles no code: 130 KB less.
    conditions: ['browser'],
    outExtension: { '.js': '.mjs' },
    chunkNames: 'roomside-[name]-[hash]',
    format: 'esm',
    splitting: true,
    sourcemap: false,
  };
  return [extension, webview('reader'), webview('messagePage'), command, server('sandbox'), server('broker')];
}

/**
 * Builds every bundle and the notices of the bundled packages.
 * @param {boolean} production
 * @param {string} dist the folder of the results
 */
export async function buildInto(production, dist) {
  const results = await Promise.all(entriesFor(production, dist).map((entry) => build(entry)));
  const metafiles = results.map(({ metafile }) => metafile);
  await writeFile(join(dist, 'ThirdPartyNotices.txt'), thirdPartyNotices(metafiles, root));
}

if (import.meta.main) {
  const production = process.argv.includes('--production');
  await rm(join(root, 'dist'), { recursive: true, force: true });
  if (!process.argv.includes('--watch')) await buildInto(production, join(root, 'dist'));
  else await Promise.all(entriesFor(production).map(async (entry) => (await context(entry)).watch()));
}
