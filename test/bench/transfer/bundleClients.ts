import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const clientsDirectory = fileURLToPath(new URL('./clients/', import.meta.url));

/**
 * Bundles the client processes to plain CommonJS like the extension. Otherwise the figures would include the memory and
 * garbage of type stripping.
 */
export async function bundleClients(names: readonly string[], directory: string): Promise<void> {
  await build({
    entryPoints: names.map((name) => join(clientsDirectory, `${name}.ts`)),
    outdir: directory,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    logLevel: 'error',
  });
}
