import { EventEmitter, type FileSystemProvider } from 'vscode';
import type { Lazy } from '../core/base/lazy.ts';

/** A file system that is loaded when VS Code first asks for one of its files. It reports no changes. */
export function lazyFileSystem(load: Lazy<FileSystemProvider>): FileSystemProvider {
  return {
    onDidChangeFile: new EventEmitter<never[]>().event,
    watch: () => ({ dispose: () => undefined }),
    stat: async (uri) => (await load()).stat(uri),
    readDirectory: async (uri) => (await load()).readDirectory(uri),
    createDirectory: async (uri) => (await load()).createDirectory(uri),
    readFile: async (uri) => (await load()).readFile(uri),
    writeFile: async (uri, content, options) => (await load()).writeFile(uri, content, options),
    delete: async (uri, options) => (await load()).delete(uri, options),
    rename: async (from, to, options) => (await load()).rename(from, to, options),
  };
}
