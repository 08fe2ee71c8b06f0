import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from './projectRoot.mjs';

/**
 * Bundles tests that run inside VS Code: in one file, in this order, so that the modules that they share are loaded once.
 * Returns the file that VS Code loads.
 */
export async function bundleHostTests(files: readonly string[]): Promise<string> {
  const outdir = path.join(projectRoot, 'out', 'test');
  await rm(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: projectRoot,
    entryPoints: ['test/host/index.ts'],
    // Becomes stdin.cjs.
    stdin: { contents: files.map((file) => `import './${file}';`).join('\n'), resolveDir: projectRoot },
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    // Both files must share one Mocha, which the extension host finds in the checkout.
    external: ['vscode', 'mocha'],
    sourcemap: 'linked',
    logLevel: 'warning',
  });
  return path.join(outdir, 'index.cjs');
}
