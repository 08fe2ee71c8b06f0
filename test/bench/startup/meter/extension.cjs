// Measures inside the extension host what the start of the measured extensions costs. It starts before them.
//
// The file ROOMSIDE_METER_FILE holds what is wanted, as JSON: `{"isDeferred": false}` times their start as VS Code does it;
// with `true` they start one after the other when all else is quiet, and what each adds to the heap is measured. The result
// is written to the file beside it that ends with `.result`.
const Module = require('node:module');
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { performance } = require('node:perf_hooks');
const { setTimeout: delay } = require('node:timers/promises');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const vscode = require('vscode');

const pollMs = 50;
/** What begins with the activation has ended by then. */
const settleMs = 3000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

function heapBytes() {
  for (let pass = 0; pass < 3; pass += 1) collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Adds the time of a call in milliseconds, and of the processor while this thread made it. */
function timed(cost, name, call) {
  const cpu = process.threadCpuUsage?.();
  const began = performance.now();
  try {
    return call();
  } finally {
    cost[`${name}Ms`] = (cost[`${name}Ms`] ?? 0) + performance.now() - began;
    const used = cpu && process.threadCpuUsage(cpu);
    if (used) cost[`${name}CpuMs`] = (cost[`${name}CpuMs`] ?? 0) + (used.user + used.system) / 1000;
  }
}

/** Calls `activate`, and also times the turns of the event loop in which it goes on. */
function timeActivate(cost, call) {
  const { setImmediate } = globalThis;
  const watched = (run) => {
    globalThis.setImmediate = (callback, ...args) =>
      setImmediate(() => watched(() => timeTurn(cost, () => callback(...args))));
    try {
      return run();
    } finally {
      // After the code that awaits the turn, which is in the queue before this.
      queueMicrotask(() => {
        globalThis.setImmediate = setImmediate;
      });
    }
  };
  return watched(() => timed(cost, 'activate', call));
}

/** Times a turn of the event loop, with the code that awaits it. */
function timeTurn(cost, callback) {
  const cpu = process.threadCpuUsage?.();
  const began = performance.now();
  callback();
  queueMicrotask(() => {
    const tookMs = performance.now() - began;
    cost.laterMs = (cost.laterMs ?? 0) + tookMs;
    cost.longestTurnMs = Math.max(cost.longestTurnMs ?? 0, tookMs);
    const used = cpu && process.threadCpuUsage(cpu);
    if (used) cost.laterCpuMs = (cost.laterCpuMs ?? 0) + (used.user + used.system) / 1000;
  });
}

/** An extension that is measured. */
class Measured {
  cost = {};
  #load;
  #context;

  /** @returns what VS Code takes for the extension's module */
  requested(load, isDeferred) {
    this.#load = load;
    if (isDeferred) return { activate: (context) => this.#keep(context) };
    const exported = timed(this.cost, 'load', load);
    return { activate: (context) => timeActivate(this.cost, () => exported.activate(context)) };
  }

  #keep(context) {
    this.#context = context;
  }

  get hasBegun() {
    return this.#context !== undefined || this.cost.activateMs !== undefined;
  }

  async startNow() {
    const before = heapBytes();
    const exported = timed(this.cost, 'load', this.#load);
    timeActivate(this.cost, () => exported.activate(this.#context));
    await delay(settleMs);
    this.cost.heapMb = (heapBytes() - before) / 2 ** 20;
  }
}

/** The measured extensions by the path of their main file. Their `require` passes here. */
function watchRequire(isDeferred) {
  const measured = new Map();
  for (const id of ['roomside-bench.nothing', 'roomside.roomside']) {
    const extension = vscode.extensions.getExtension(id);
    if (extension === undefined) throw new Error(`${id} is not installed`);
    measured.set(path.join(extension.extensionPath, extension.packageJSON.main), [id, new Measured()]);
  }
  const load = Module._load;
  Module._load = (request, ...rest) => {
    const [, found] = measured.get(path.normalize(request)) ?? [];
    const loadNow = () => load(request, ...rest);
    return found === undefined ? loadNow() : found.requested(loadNow, isDeferred);
  };
  return new Map(measured.values());
}

async function measure(file) {
  const { isDeferred } = JSON.parse(readFileSync(file, 'utf8'));
  const measured = watchRequire(isDeferred);
  while (![...measured.values()].every(({ hasBegun }) => hasBegun)) await delay(pollMs);
  await delay(settleMs);
  if (isDeferred) for (const each of measured.values()) await each.startNow();
  const costs = Object.fromEntries([...measured].map(([id, { cost }]) => [id, cost]));
  writeFileSync(`${file}.new`, JSON.stringify(costs));
  renameSync(`${file}.new`, `${file}.result`);
}

exports.activate = () => {
  void measure(process.env.ROOMSIDE_METER_FILE);
};
