// Counts inside the extension host the timers and file watchers that Roomside starts, and the requests to its service. It
// starts before Roomside and writes a line of JSON for each to the folder ROOMSIDE_COUNTER_FOLDER, one file for each host.
const { subscribe } = require('node:diagnostics_channel');
const fs = require('node:fs');
const path = require('node:path');
const timers = require('node:timers/promises');
const vscode = require('vscode');

const { appendFileSync } = fs;
const logFile = path.join(process.env.ROOMSIDE_COUNTER_FOLDER, `${process.pid}.jsonl`);
const service = new URL(process.env.ROOMSIDE_SANDBOX_ORIGIN).host;

function note(kind, facts) {
  appendFileSync(logFile, `${JSON.stringify({ kind, atMs: Date.now(), ...facts })}\n`);
}

/** Makes a function of an object note each call that comes from code of this folder. */
function countCalls(codeFolder, owner, name, factsOf) {
  const call = owner[name];
  owner[name] = function counted(...args) {
    const frames = (new Error('for its stack').stack ?? '').split('\n').slice(2);
    if (frames.some((line) => line.includes(codeFolder))) note(...factsOf(args));
    return call.apply(this, args);
  };
}

/** Timers of the platform take their delay as the second argument, those of `node:timers/promises` as the first. */
const timer = (delayAt) => (args) => ['timer', { delayMs: args[delayAt] }];
const watcher = () => ['watcher', {}];

exports.activate = () => {
  const extension = vscode.extensions.getExtension('roomside.roomside');
  if (extension === undefined) throw new Error('Roomside is not installed');
  const codeFolder = path.join(fs.realpathSync(extension.extensionPath), 'dist');
  for (const name of ['setTimeout', 'setInterval']) {
    countCalls(codeFolder, globalThis, name, timer(1));
    countCalls(codeFolder, timers, name, timer(0));
  }
  for (const name of ['watch', 'watchFile']) countCalls(codeFolder, fs, name, watcher);
  subscribe('http.client.request.start', ({ request }) => {
    if (request.getHeader('host') === service) note('request', { path: request.path.replace(/\?.*/, '') });
  });
  note('start', {});
};
