// The chunks in the form that VS Code loads.
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { transform } from 'esbuild';

/**
 * Converts ES modules to CommonJS. esbuild splits only ES modules into chunks, but VS Code replaces `node:http` and similar
 * modules for an extension only in `require`. `import()` becomes a deferred `require`.
 */
export const toCommonJs = {
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
  const [, name, chunk] =
    /activate:\s*\(\)\s*=>\s*[\w$]+\.([\w$]+)[\s\S]*"\.\/chunks\/([\w-]+\.cjs)"/.exec(entry.text) ?? [];
  const start = outputFiles.find(({ path }) => basename(path) === chunk);
  const code = start.text.replaceAll(/"\.\/(?=[\w-]+\.cjs")/g, '"./chunks/');
  entry.contents = Buffer.from(`${code}\nmodule.exports.activate = module.exports.${name};\n`);
  start.contents = Buffer.from('module.exports = require("../extension.cjs");\n');
}
