// Builds what runs: the extension, and beside it one file for each part that must not load before its first use.
import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, context } from 'esbuild';
import { thirdPartyNotices } from './thirdPartyNotices.mjs';

/** What the extension loads at its first use, by the name of its bundle. */
const besideFiles = {
  scan: 'src/core/share/scan/scanText.ts',
  highlight: 'src/core/messages/highlightCode.ts',
  checkMarkdown: 'src/core/markdown/checkMarkdown.ts',
  renderMarkdown: 'src/core/markdown/renderMarkdown.ts',
  fixes: 'src/core/share/compose/markdownFix.ts',
};

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
        ...Object.entries(besideFiles).map(([name, file]) => besideBundle(new RegExp(`/${basename(file)}$`), name)),
      ],
    },
    { ...common, entryPoints: ['markdown-it'], outfile: 'dist/markdown-it.cjs', format: 'cjs', sourcemap: false },
    ...Object.entries(besideFiles).map(([name, file]) => besideEntry(common, file, name)),
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

/**
 * Builds every bundle, and the notices of the packages in them, in the folder `dist` of another folder.
 * @param {boolean} production
 * @param {string} into
 */
export async function buildInto(production, into) {
  const absWorkingDir = import.meta.dirname;
  const results = await Promise.all(
    entriesFor(production).map((entry) =>
      build({ ...entry, absWorkingDir, outfile: join(into, entry.outfile), metafile: true }),
    ),
  );
  const notices = thirdPartyNotices(
    results.map(({ metafile }) => metafile),
    absWorkingDir,
  );
  await writeFile(join(into, 'dist', 'ThirdPartyNotices.txt'), notices);
}

if (import.meta.main) {
  const production = process.argv.includes('--production');
  await rm('dist', { recursive: true, force: true });
  if (process.argv.includes('--watch')) {
    await Promise.all(entriesFor(production).map(async (entry) => (await context(entry)).watch()));
  } else {
    await buildInto(production, import.meta.dirname);
  }
}
