import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Runners } from './interleave.ts';
import type { Figures, JobReport } from './job.ts';
import { runNodeClient } from './nodeClient.ts';

const distDirectory = fileURLToPath(new URL('../../dist/', import.meta.url));
const bundlePath = join(distDirectory, 'extension.cjs');

/** The modules that an extension host has already loaded before an extension. */
const hostModules = ['http', 'https', 'child_process', 'crypto', 'fs/promises', 'timers/promises', 'url', 'util'].map(
  (name) => `node:${name}`,
);

// A value that can be called, constructed, extended and asked for properties, and whose properties are again such values.
// It is on the prototype because a bundle may copy own properties and inherit the rest.
const vscodeStub = `const everything = new Proxy(class {}, {
  get: (target, key) => (key in target || typeof key === 'symbol' || key === 'then' ? target[key] : everything),
  apply: () => everything,
  construct: (target, values, made) => (made === everything ? everything : Reflect.construct(target, values, made)),
});
module.exports = Object.create(everything);
`;

/** Whether there is a built extension. */
export function hasBundle(): boolean {
  return existsSync(bundlePath);
}

/** The parts of the extension and their sizes in bytes: the start, all chunks that load later, and the other files. */
export function bundleSizes(): { name: string; byteLength: number }[] {
  const size = (name: string): number => statSync(join(distDirectory, name)).size;
  const others = readdirSync(distDirectory).filter((name) => /\.[cm]?js$/.test(name) && name !== 'extension.cjs');
  const chunks = readdirSync(join(distDirectory, 'chunks')).map((name) => `chunks/${name}`);
  const started = startFiles('extension.cjs');
  const sum = (names: Iterable<string>) => [...names].reduce((bytes, name) => bytes + size(name), 0);
  return [
    { name: 'start', byteLength: sum(started) },
    { name: 'chunks', byteLength: sum(chunks.filter((name) => !started.has(name))) },
    ...others.sort().map((name) => ({ name, byteLength: size(name) })),
  ];
}

/** A file below `dist` and everything that it requires at once. */
function startFiles(name: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const text = readFileSync(join(distDirectory, name), 'utf8');
  // What loads later is required in a callback: "()=>x(require(…))".
  for (const [, required = ''] of text.matchAll(/(?<![(>])\brequire\("\.\/([\w./-]+\.cjs)"\)/g)) {
    startFiles(posix.join(posix.dirname(name), required), seen);
  }
  return seen;
}

/** The runs of the case `load`. Each requires one file in a new process. */
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
