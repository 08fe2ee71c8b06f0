// Which files of the extension share a chunk.
import { dirname, join, relative, resolve, sep } from 'node:path';

const root = join(import.meta.dirname, '..');
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
 * Keeps the number of chunks small. esbuild puts two files into one chunk when the same entry points need them. The
 * services load after the startup, all other chunks after the services, and the later parts of a feature after its index.
 * Each chunk therefore imports what is already loaded, so that each of these layers becomes one chunk.
 */
export const inLayers = {
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
