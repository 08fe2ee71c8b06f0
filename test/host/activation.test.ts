import assert from 'node:assert/strict';
import * as http from 'node:http';
import * as https from 'node:https';
import { commands, extensions } from 'vscode';
import { commandIds } from '../../src/host/commandIds.ts';
import { logLines } from '../support/host/extensionLog.ts';

const extension = extensions.getExtension('roomside.roomside');
const manifest = extension?.packageJSON as {
  readonly activationEvents: readonly string[];
  readonly contributes: { readonly commands: { readonly command: string }[] };
};

/** What every extension of the host shares: the globals, and what the network goes through. */
function sharedByHost(): ReadonlyMap<string | symbol, unknown> {
  const contentOf = (name: string | symbol): unknown => {
    const descriptor = Reflect.getOwnPropertyDescriptor(globalThis, name);
    return descriptor?.get ?? descriptor?.value;
  };
  return new Map<string | symbol, unknown>([
    // The one dispatcher of all that fetch is among them, under a symbol of undici's.
    ...Reflect.ownKeys(globalThis).map((name) => [name, contentOf(name)] as const),
    ['certificates are checked', process.env.NODE_TLS_REJECT_UNAUTHORIZED],
    ['http.request', http.request],
    ['http.globalAgent', http.globalAgent],
    ['https.request', https.request],
    ['https.globalAgent', https.globalAgent],
  ]);
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
  let sharedBefore = sharedByHost();
  before(async () => {
    assert.equal(extension?.isActive, false, 'a test has come before these, which must be the first');
    sharedBefore = sharedByHost();
    await commands.executeCommand('roomside.showLog');
  });
  after(() => {
    Object.assign(commands, { registerCommand: register });
  });

  it('waits for the first use', () => {
    assert.equal(wasActive, false);
    // Its commands and its view wake it by themselves.
    assert.deepEqual(manifest.activationEvents, [
      'onUri',
      'onFileSystem:roomside-attachment',
      'onFileSystem:roomside-draft',
      'onWebviewPanel:roomside.reader',
    ]);
    assert.equal(extension?.isActive, true);
  });

  it('leaves no error and no warning in the log', () => {
    assert.deepEqual(
      logLines().filter(({ level }) => level === 'error' || level === 'warn'),
      [],
    );
  });

  it('gives a handler to every command of the manifest, and to no other but its own inner ones', () => {
    const inManifest = manifest.contributes.commands.map((each) => each.command);
    const inner = ['_roomside.loadMoreRooms', '_roomside.showMoreRooms', '_roomside.signInWithToken'];
    const ownIds = registeredIds.filter((id) => /^_?roomside\./.test(id));
    assert.deepEqual(ownIds, [...commandIds]);
    assert.deepEqual(ownIds, [...inManifest, ...inner]);
  });

  it('leaves all that extensions share as it was, the dispatcher of undici and the globals', () => {
    const now = sharedByHost();
    assert.ok([...now.keys()].some((name) => String(name).includes('undici.globalDispatcher')));
    const changed = [...sharedBefore].filter(([name, value]) => !Object.is(now.get(name), value));
    assert.deepEqual(
      changed.map(([name]) => String(name)),
      [],
    );
    // Other extensions of the host begin at the same time, and some do add to the globals.
    const added = [...now.keys()].filter((name) => !sharedBefore.has(name)).map(String);
    assert.deepEqual(
      added.filter((name) => /roomside|undici/i.test(name)),
      [],
    );
  });

  it('offers nothing to other extensions', () => {
    assert.equal(extension?.exports, undefined);
  });
});
