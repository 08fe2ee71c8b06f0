import assert from 'node:assert/strict';
import * as http from 'node:http';
import * as https from 'node:https';
import { commands, extensions } from 'vscode';
import { commandIds } from '../../src/host/commands/commandIds.ts';
import { logLines } from '../support/host/extensionLog.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';

const extension = extensions.getExtension('roomside.roomside');
const manifest = extension?.packageJSON as {
  readonly activationEvents: readonly string[];
  readonly contributes: { readonly commands: { readonly command: string }[] };
};

/** What all extensions of the host share: the globals, and the objects that network requests go through. */
function sharedByHost(): ReadonlyMap<string | symbol, unknown> {
  const contentOf = (name: string | symbol): unknown => {
    const descriptor = Reflect.getOwnPropertyDescriptor(globalThis, name);
    return descriptor?.get ?? descriptor?.value;
  };
  return new Map<string | symbol, unknown>([
    // Among them is the global dispatcher of fetch, under a symbol of undici.
    ...Reflect.ownKeys(globalThis).map((name) => [name, contentOf(name)] as const),
    ['certificates are checked', process.env.NODE_TLS_REJECT_UNAUTHORIZED],
    ['http.request', http.request],
    ['http.globalAgent', http.globalAgent],
    ['https.request', https.request],
    ['https.globalAgent', https.globalAgent],
  ]);
}

describe('Activation', () => {
  let sharedBefore = sharedByHost();
  before(async () => {
    sharedBefore = sharedByHost();
    await waitUntilTrue('the extension is active', () => extension?.isActive === true);
    // It needs the services, which include everything that uses the network.
    await commands.executeCommand('roomside.copyRoomId');
  });

  it('happens at the start of VS Code, and for what VS Code may request before', () => {
    assert.deepEqual(manifest.activationEvents, [
      'onStartupFinished',
      'onUri',
      'onFileSystem:roomside-attachment',
      'onFileSystem:roomside-draft',
      'onWebviewPanel:roomside.reader',
    ]);
  });

  it('leaves no error and no warning in the log', () => {
    const problems = logLines().filter(({ level }) => level === 'error' || level === 'warn');
    assert.deepEqual(problems, []);
  });

  it('has a handler for every command of the manifest, and other commands only internally', async () => {
    const inManifest = manifest.contributes.commands.map((each) => each.command);
    const inner = commandIds.filter((id) => id.startsWith('_'));
    const ids = (await commands.getCommands()).filter((id) => /^_?roomside\./.test(id));
    const ownIds = ids.filter((id) => !/^roomside\.(rooms|shares)\./.test(id)).sort();
    assert.deepEqual(ownIds, [...commandIds].sort());
    assert.deepEqual(ownIds, [...inManifest, ...inner].sort());
  });

  it('does not change what extensions share: the dispatcher of undici and the globals', () => {
    const now = sharedByHost();
    assert.ok([...now.keys()].some((name) => String(name).includes('undici.globalDispatcher')));
    const changed = [...sharedBefore].filter(([name, value]) => !Object.is(now.get(name), value));
    const names = changed.map(([name]) => String(name));
    assert.deepEqual(names, []);
    // Other extensions start at the same time, and some of them add globals.
    const added = [...now.keys()].filter((name) => !sharedBefore.has(name)).map(String);
    const own = added.filter((name) => /roomside|undici/i.test(name));
    assert.deepEqual(own, []);
  });

  it('exports no API to other extensions', () => assert.equal(extension?.exports, undefined));
});
