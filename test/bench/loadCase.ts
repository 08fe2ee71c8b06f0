import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Runners } from './interleave.ts';
import type { Figures, JobReport } from './job.ts';
import { runNodeClient } from './nodeClient.ts';

const distDirectory = fileURLToPath(new URL('../../dist/', import.meta.url));
const bundlePath = join(distDirectory, 'extension.cjs');

/** What an extension host has long loaded for itself when it comes to an extension. */
const hostModules = ['http', 'https', 'child_process', 'crypto', 'fs/promises', 'timers/promises', 'url', 'util'].map(
  (name) => `node:${name}`,
);

// Any property of it is again something that can be called, constructed, extended and asked for properties. It hangs on
// the prototype because a bundle may copy own properties and inherit the rest.
const vscodeStub = `const everything = new Proxy(class {}, {
  get: (target, key) => (key in target || typeof key === 'symbol' || key === 'then' ? target[key] : everything),
  apply: () => everything,
  construct: (target, values, made) => (made === everything ? everything : Reflect.construct(target, values, made)),
});
module.exports = Object.create(everything);
`;

/** Whether there is a built extension to load. */
export function hasBundle(): boolean {
  return existsSync(bundlePath);
}

/** The files the extension is made of and their sizes in bytes, the one VS Code loads first in front. */
export function bundleSizes(): { name: string; byteLength: number }[] {
  const names = readdirSync(distDirectory).filter((name) => /\.[cm]?js$/.test(name));
  const isMain = (name: string) => Number(name !== 'extension.cjs');
  names.sort((a, b) => isMain(a) - isMain(b) || a.localeCompare(b));
  return names.map((name) => ({ name, byteLength: statSync(join(distDirectory, name)).size }));
}

/** The ways to do the load case: each requires one file in a fresh process. */
export function loadRunners(directory: string, probePath: string): Runners {
  const emptyPath = join(directory, 'empty.cjs');
  const stubDirectory = join(directory, 'stubs', 'vscode');
  mkdirSync(stubDirectory, { recursive: true });
  writeFileSync(emptyPath, '');
  writeFileSync(join(stubDirectory, 'index.js'), vscodeStub);
  const environment = { ...process.env, NODE_PATH: join(directory, 'stubs') };
  const load = (modulePath: string, loadedBefore: readonly string[] = []) =>
    runNodeClient(probePath, { modulePath, loadedBefore }, environment);
  return new Map([
    ['empty file', async () => (await load(emptyPath)).figures],
    ['roomside', async () => figuresOfExtension(await load(bundlePath))],
    ['roomside in a host', async () => figuresOfExtension(await load(bundlePath, hostModules))],
  ]);
}

function figuresOfExtension({ figures, distinctIds }: JobReport): Figures {
  // The probe counts exports where clients count ids.
  if (distinctIds === 0) throw new Error('the extension exports nothing, not even activate');
  return figures;
}
