// Builds what runs: the extension, and beside it one file for each part that must not load before its first use.
import { rm } from 'node:fs/promises';
import { build, context } from 'esbuild';

/**
 * What esbuild is asked for each file that runs; the first is the extension.
 * @param {boolean} production
 * @returns {import('esbuild').BuildOptions[]}
 */
export const entriesFor = (production) => {
  const common = commonFor(production);
  return [
    {
      ...common,
      entryPoints: ['src/extension.ts'],
      outfile: 'dist/extension.cjs',
      format: 'cjs',
      external: ['vscode'],
      plugins: [
        besideBundle(/^markdown-it$/, 'markdown-it'),
        besideBundle(/\/scanText\.ts$/, 'scan'),
        besideBundle(/\/highlightCode\.ts$/, 'highlight'),
        besideBundle(/\/checkMarkdown\.ts$/, 'checkMarkdown'),
        besideBundle(/\/renderMarkdown\.ts$/, 'renderMarkdown'),
        besideBundle(/\/markdownFix\.ts$/, 'fixes'),
      ],
    },
    { ...common, entryPoints: ['markdown-it'], outfile: 'dist/markdown-it.cjs', format: 'cjs', sourcemap: false },
    besideEntry(common, 'src/core/share/scan/scanText.ts', 'scan'),
    besideEntry(common, 'src/core/messages/highlightCode.ts', 'highlight'),
    besideEntry(common, 'src/core/markdown/checkMarkdown.ts', 'checkMarkdown'),
    besideEntry(common, 'src/core/markdown/renderMarkdown.ts', 'renderMarkdown'),
    besideEntry(common, 'src/core/share/compose/markdownFix.ts', 'fixes'),
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

const besideEntry = (common, entryPoint, name) => ({
  ...common,
  entryPoints: [entryPoint],
  outfile: `dist/${name}.cjs`,
  format: 'cjs',
  sourcemap: false,
  plugins: [besideBundle(/^markdown-it$/, 'markdown-it')],
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

/** Leaves what is heavy out of the bundle that asks for it: `import('markdown-it')` becomes a file of its own beside it. */
const besideBundle = (filter, name) => ({
  name: `${name} beside the bundle`,
  setup(builder) {
    builder.onResolve({ filter }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: `./${name}.cjs`, external: true } : undefined,
    );
  },
});

if (import.meta.main) {
  const entries = entriesFor(process.argv.includes('--production'));
  await rm('dist', { recursive: true, force: true });
  if (process.argv.includes('--watch')) {
    await Promise.all(entries.map(async (entry) => (await context(entry)).watch()));
  } else {
    await Promise.all(entries.map((entry) => build(entry)));
  }
}
