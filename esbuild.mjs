// Builds the extension, the webview scripts and the servers. Parts of the extension that the start does not need are lazy
// chunks.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { build, context, transform } from 'esbuild';
import { thirdPartyNotices } from './thirdPartyNotices.mjs';

/**
 * The esbuild options for each entry point. The first is the extension: the part that starts with VS Code, and one chunk
 * for each `import()`, loaded on first use.
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
      plugins: [inLayers(), toCommonJs(common)],
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
  // The tsconfig.json of the project has a `paths` entry that is for types only.
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
  // undici, busboy and the Redis client contain CommonJS code that calls `require` for Node's built-in modules.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
});

const startup = resolve(import.meta.dirname, 'src/extension.ts');
const services = resolve(import.meta.dirname, 'src/compose/createServices.ts');

/**
 * Keeps the number of chunks small. esbuild puts two files into one chunk when the same entry points need them. The
 * services load after the startup, and all other chunks after the services. Each chunk therefore imports what is already
 * loaded, so that each of these layers becomes one chunk.
 */
const inLayers = (isProbe = false) => ({
  name: 'layers of chunks',
  setup(builder) {
    let shared = [];
    if (!isProbe) {
      builder.onStart(async () => {
        shared = await smallSharedFiles(builder.initialOptions);
      });
    }
    builder.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) =>
      kind === 'dynamic-import' ? { path: resolve(resolveDir, path), namespace: 'layer' } : undefined,
    );
    builder.onLoad({ filter: /./, namespace: 'layer' }, ({ path }) => {
      const below = [startup, ...shared, ...(path === services ? [] : [services])];
      // Exported, so that esbuild regards all of it as needed here.
      const lines = [
        ...below.map((file, at) => `export * as below${at} from ${JSON.stringify(file)};`),
        `export * from ${JSON.stringify(path)};`,
      ];
      return { contents: lines.join('\n'), resolveDir: dirname(path) };
    });
  },
});

/** What several features share is a chunk of its own only from this size on. In bytes, minified. */
const leastSharedBytes = 2600;

/**
 * The files in chunks that are too small: to require one more file takes longer than to have it in the services. What they
 * import comes with them, which can make other chunks too small. What is loaded by `import()` stays a chunk.
 */
async function smallSharedFiles({ absWorkingDir = process.cwd(), ...options }) {
  const silent = { minify: true, sourcemap: false, write: false, metafile: true, plugins: [inLayers(true)] };
  const { metafile } = await build({ ...options, ...silent, absWorkingDir });
  const outputs = Object.values(metafile.outputs);
  const entries = new Set(outputs.map(({ entryPoint = '' }) => entryPoint.replace(/^layer:/, '')));
  const isLazy = (file) => entries.has(resolve(absWorkingDir, file));
  const chunks = outputs.filter(
    ({ entryPoint, inputs }) => entryPoint === undefined && !Object.keys(inputs).some(isLazy),
  );
  const small = new Set();
  const add = (file) => {
    if (small.has(file)) return;
    small.add(file);
    for (const { kind, path, external } of metafile.inputs[file].imports) {
      if (kind === 'import-statement' && !external) add(path);
    }
  };
  for (let before = -1; before < small.size; ) {
    before = small.size;
    for (const { inputs } of chunks) {
      const left = Object.entries(inputs).filter(([file]) => !small.has(file));
      const byteLength = left.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
      if (byteLength < leastSharedBytes) for (const [file] of left) add(file);
    }
  }
  return Array.from(small, (file) => resolve(absWorkingDir, file));
}

/**
 * Converts ES modules to CommonJS. esbuild splits only ES modules into chunks, but VS Code replaces `node:http` and similar
 * modules for an extension only in `require`. `import()` becomes a deferred `require`.
 */
const toCommonJs = ({ platform, target, minify, legalComments }) => ({
  name: 'chunks as CommonJS',
  setup(builder) {
    const options = builder.initialOptions;
    const isWritten = options.write ?? true;
    options.write = false;
    options.metafile = true;
    const sourcemap = options.sourcemap === false ? false : 'inline';
    const asCommonJs = { format: 'cjs', supported: { 'dynamic-import': false }, sourcemap };
    builder.onEnd(async (result) => {
      if (result.outputFiles === undefined || result.errors.length > 0) return;
      const addedToStart = moveStart(result, options.absWorkingDir ?? process.cwd());
      for (const file of result.outputFiles) {
        const { code } = await transform(file.text, { ...asCommonJs, platform, target, minify, legalComments });
        const added = basename(file.path) === 'extension.cjs' ? addedToStart : '';
        file.contents = Buffer.from(requireOnce(code) + added);
        if (!isWritten) continue;
        await mkdir(dirname(file.path), { recursive: true });
        await writeFile(file.path, file.contents);
      }
    });
  },
});

/**
 * Moves the chunk that starts with VS Code into `extension.cjs`, which else only imports it: each file costs the start about
 * a millisecond.
 * @returns a statement that exports `activate` from it, whose name esbuild may have shortened
 */
function moveStart({ outputFiles, metafile }, root) {
  const [entryPath, entry] = Object.entries(metafile.outputs).find(([name]) => name.endsWith('/extension.cjs'));
  const [startPath, ...others] = entry.imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => path);
  if (startPath === undefined || others.length > 0) throw new Error(`the start is in ${others.length + 1} chunks`);
  const fileAt = (path) => outputFiles.find((file) => file.path === resolve(root, path));
  const [entryFile, startFile] = [fileAt(entryPath), fileAt(startPath)];
  const [, name] = /^import\s*\{\s*([\w$]+)/.exec(entryFile.text);
  entryFile.contents = Buffer.from(startFile.text.replaceAll(/(["'])\.\/(?=[\w-]+\.cjs\1)/g, '$1./chunks/'));
  outputFiles.splice(outputFiles.indexOf(startFile), 1);
  const startName = JSON.stringify(`./${basename(startPath)}`);
  for (const file of outputFiles) file.contents = Buffer.from(file.text.replaceAll(startName, '"../extension.cjs"'));
  metafile.outputs[entryPath] = { ...metafile.outputs[startPath], entryPoint: entry.entryPoint };
  delete metafile.outputs[startPath];
  for (const { imports } of Object.values(metafile.outputs)) {
    for (const each of imports) if (each.path === startPath) each.path = entryPath;
  }
  return name === 'activate' ? '' : `module.exports.activate=module.exports.${name};`;
}

/**
 * Calls `require` once for each module that is not a chunk: VS Code replaces `require`, and resolves every call again.
 * Those of an `import()`, in arrow functions, stay where they are.
 */
function requireOnce(code) {
  const calls = /(?<!=>\s*(?:[\w$]+\()?)\brequire\("((?:node:)?[\w/]+)"\)/g;
  const modules = [...new Set(Array.from(code.matchAll(calls), ([, name]) => name))];
  const variable = (name) => `required_${name.replaceAll(/\W/g, '_')}`;
  const texts = modules.map((name) => `${variable(name)}=require("${name}")`);
  const rest = code.replaceAll(calls, (_, name) => variable(name));
  return texts.length === 0 ? code : `var ${texts.join(',')};${rest}`;
}

/**
 * Builds every bundle and the notices of the bundled packages into the `dist` folder of another folder.
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
