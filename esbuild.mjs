// Builds the extension with lazy chunks, the webview scripts and the servers.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { build, context, transform } from 'esbuild';
import { thirdPartyNotices } from './thirdPartyNotices.mjs';

const root = import.meta.dirname;
const startup = resolve(root, 'src/extension.ts');
const services = resolve(root, 'src/compose/createServices.ts');
/** What most features use. With the services, these are no files of their own, each of which costs 0.3 ms at first use. */
const mostUsed = [
  'host/ui/pickRoom',
  'host/ui/describeAudience',
  'host/ui/cancellableProgress',
  'host/ui/askAboutSecrets',
  'host/ui/messageSize',
  'host/commands/commandTitle',
  'host/vscode/cellOf',
  'host/vscode/workspaceFiles',
  'core/base/text/lineDigests',
  'core/messages/messageText',
  'core/auth/signIn/baseUrl',
  'core/snippet/snippetMessage',
].map((name) => resolve(root, `src/${name}.ts`));

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
  return [
    extension,
    webview('reader'),
    webview('pasteBox'),
    webview('messagePage'),
    server('sandbox'),
    server('broker'),
  ];
}

/**
 * Keeps the number of chunks small. esbuild puts two files into one chunk when the same entry points need them. The
 * services load after the startup, all other chunks after the services, and the later parts of a feature after its index.
 * Each chunk therefore imports what is already loaded, so that each of these layers becomes one chunk.
 */
const inLayers = {
  name: 'layers of chunks',
  setup(builder) {
    // From the root and with slashes, because esbuild makes it a part of the chunk's hash.
    const fromRoot = (file) => relative(root, file).replaceAll(sep, '/');
    builder.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir, importer }) => {
      if (kind !== 'dynamic-import') return undefined;
      const file = resolve(resolveDir, path);
      const [folder] = /^src\/features\/\w+\//.exec(fromRoot(importer)) ?? [];
      const feature = folder && fromRoot(file).startsWith(folder) ? [resolve(root, folder, 'index.ts')] : [];
      const below = [startup, ...mostUsed, ...(file === services ? [] : [services]), ...feature];
      return { path: fromRoot(file), namespace: 'layer', pluginData: below };
    });
    builder.onLoad({ filter: /./, namespace: 'layer' }, ({ path: name, pluginData: below }) => {
      const path = resolve(root, name);
      // Exported, so that esbuild regards all of it as needed here.
      const lines = below.map((file, at) => `export * as below${at} from ${JSON.stringify(file)};\n`);
      return { contents: `${lines.join('')}export * from ${JSON.stringify(path)};`, resolveDir: dirname(path) };
    });
  },
};

/**
 * Converts ES modules to CommonJS. esbuild splits only ES modules into chunks, but VS Code replaces `node:http` and similar
 * modules for an extension only in `require`. `import()` becomes a deferred `require`.
 */
const toCommonJs = {
  name: 'chunks as CommonJS',
  setup({ initialOptions: options, onEnd }) {
    const { target, minify, sourcemap, write = true } = options;
    options.write = false;
    const asCommonJs = { format: 'cjs', supported: { 'dynamic-import': false }, target, minify, sourcemap };
    onEnd(async ({ outputFiles = [] }) => {
      for (const file of outputFiles) {
        const { code } = await transform(file.text, asCommonJs);
        file.contents = Buffer.from(requireOnce(inLatin1(code)));
      }
      swapStart(outputFiles);
      for (const { path, contents } of write ? outputFiles : []) {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, contents);
      }
    });
  },
};

/**
 * Escapes characters beyond Latin-1, of which one doubles the memory of its whole file. esbuild leaves them in patterns and
 * in templates of `String.raw`, which have to be patterns, too.
 */
function inLatin1(code) {
  return code.replaceAll(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Calls `require` once for each module of a file that is not a chunk: VS Code replaces it, and resolves every call again. */
function requireOnce(code) {
  const rest = code.replaceAll(/\brequire\("((?:node:)?[\w/]+)"\)/g, '_required("$1")');
  return rest === code ? code : `const _required=((known)=>(name)=>known[name]??=require(name))({});${rest}`;
}

/**
 * Puts the code of the start into `extension.cjs`, which would only require the chunk that has it: each file costs the
 * start about a millisecond. The chunk requires `extension.cjs` instead.
 */
function swapStart(outputFiles) {
  const entry = outputFiles.find(({ path }) => basename(path) === 'extension.cjs');
  const [, name, chunk] = /activate:\s*\(\)\s*=>\s*\w+\.(\w+)[\s\S]*"\.\/chunks\/([\w-]+\.cjs)"/.exec(entry.text) ?? [];
  const start = outputFiles.find(({ path }) => basename(path) === chunk);
  const code = start.text.replaceAll(/"\.\/(?=[\w-]+\.cjs")/g, '"./chunks/');
  entry.contents = Buffer.from(`${code}\nmodule.exports.activate = module.exports.${name};\n`);
  start.contents = Buffer.from('module.exports = require("../extension.cjs");\n');
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
