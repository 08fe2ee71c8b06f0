import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from './projectRoot.mjs';

/**
 * Bundles the tests that run inside VS Code. While one works on some of them, ROOMSIDE_HOST_TESTS names those alone:
 * `attachments` or `{attachments,words}`. Returns the file VS Code is to load.
 */
export async function bundleHostTests(): Promise<string> {
  const names = process.env.ROOMSIDE_HOST_TESTS ?? '*';
  const outdir = path.join(projectRoot, 'out', 'test');
  await rm(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: projectRoot,
    entryPoints: ['test/host/index.ts', ...globSync(`test/host/**/${names}.test.ts`, { cwd: projectRoot })],
    outbase: 'test/host',
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    // Mocha must be one and the same in every file; the extension host finds it in the checkout.
    external: ['vscode', 'mocha'],
    sourcemap: 'linked',
    logLevel: 'warning',
  });
  return path.join(outdir, 'index.cjs');
}
