import assert from 'node:assert/strict';
import * as http from 'node:http';
import * as https from 'node:https';
import { commands, extensions } from 'vscode';
import { commandIds } from '../../src/host/commandIds.ts';
import { logLines } from './host/extensionLog.ts';

const extension = extensions.getExtension('roomside.roomside');
const manifest = extension?.packageJSON as {
  readonly contributes: { readonly commands: { readonly command: string }[] };
};

/** What every extension of the host shares, by name. */
function globalsOfHost(): ReadonlyMap<string | symbol, unknown> {
  const descriptors = Object.getOwnPropertyDescriptors(globalThis);
  return new Map(Reflect.ownKeys(descriptors).map((name) => [name, Reflect.get(descriptors, name)]));
}

function networkOfHost(): Readonly<Record<string, unknown>> {
  return {
    // Where undici keeps the one dispatcher for all that fetch.
    dispatcher: Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1')),
    rejectUnauthorized: process.env.NODE_TLS_REJECT_UNAUTHORIZED,
    fetch: globalThis.fetch,
    httpRequest: http.request,
    httpsRequest: https.request,
    httpAgent: http.globalAgent,
    httpsAgent: https.globalAgent,
  };
}

// While the test files are loaded, before any test could have woken the extension.
const wasActive = extension?.isActive;
const registeredIds: string[] = [];
const register = commands.registerCommand;
Object.assign(commands, {
  registerCommand: (...args: Parameters<typeof register>) => {
    registeredIds.push(args[0]);
    return register(...args);
  },
});

describe('Activation', () => {
  let globalsBefore = globalsOfHost();
  let networkBefore = networkOfHost();
  before(async () => {
    assert.equal(extension?.isActive, false, 'a test has come before these, which must be the first');
    globalsBefore = globalsOfHost();
    networkBefore = networkOfHost();
    await commands.executeCommand('roomside.showLog');
  });
  after(() => {
    Object.assign(commands, { registerCommand: register });
  });

  it('waits for the first use', () => {
    assert.equal(wasActive, false);
    assert.equal(extension?.isActive, true);
  });

  it('leaves no error and no warning in the log', () => {
    assert.deepEqual(
      logLines().filter(({ level }) => level === 'error' || level === 'warn'),
      [],
    );
  });

  it('gives a handler to every command of the manifest, and to no other but its own inner one', () => {
    const inManifest = manifest.contributes.commands.map((each) => each.command);
    const ownIds = registeredIds.filter((id) => /^_?roomside\./.test(id));
    assert.deepEqual(ownIds, [...commandIds]);
    assert.deepEqual(ownIds, [...inManifest, '_roomside.loadMoreRooms']);
  });

  it('leaves the globals of the extension host as they were', () => {
    const now = globalsOfHost();
    for (const [name, descriptor] of globalsBefore) assert.deepStrictEqual(now.get(name), descriptor, String(name));
    // Other extensions of the host begin at the same time, and some do add to the globals.
    const added = [...now.keys()].filter((name) => !globalsBefore.has(name)).map(String);
    assert.deepEqual(
      added.filter((name) => /roomside|undici/i.test(name)),
      [],
    );
  });

  it('leaves the network of the extension host as it was, with the dispatcher all extensions share', () => {
    const now = networkOfHost();
    for (const [name, value] of Object.entries(networkBefore)) assert.equal(now[name], value, name);
  });

  it('offers nothing to other extensions', () => {
    assert.equal(extension?.exports, undefined);
  });
});
