import assert from 'node:assert/strict';
import { ConfigurationTarget, extensions, workspace } from 'vscode';
import { defaultMaxMessageBytes } from '../../src/core/attachments/limits.ts';
import { setting } from '../../src/host/vscode/settings.ts';
import { useNoAccount } from '../support/host/account.ts';
import { workspaceFile } from '../support/host/workspaceFiles.ts';

type Setting = { readonly default: unknown; readonly scope: string };
const sections: readonly { readonly properties: Readonly<Record<string, Setting>> }[] =
  extensions.getExtension('roomside.roomside')?.packageJSON.contributes.configuration;
const manifest = new Map(sections.flatMap(({ properties }) => Object.entries(properties)));
/** The names of the manifest, without their first part. */
const names = [...manifest.keys()].map((name) => name.slice('roomside.'.length) as Parameters<typeof setting>[0]);
/** Values that a malicious repository could want to set. */
const guarded = {
  'service.baseUrl': 'https://other.example',
  'service.scopePrefix': 'other',
  'broker.url': 'https://other.example',
  'signIn.loopbackPort': 7000,
  'share.confirm': 'whenNeeded',
  'message.maxBytes': 1_000_000,
  'git.hosts': { 'github.com': 'gitlab' },
};
const current = () => Object.fromEntries(names.map((name) => [name, setting(name)]));
const defaults = () => Object.fromEntries(names.map((name) => [name, manifest.get(`roomside.${name}`)?.default]));

/** A value of the right type that is not the default. */
function hostileValue(usual: unknown): unknown {
  if (typeof usual === 'boolean') return !usual;
  if (typeof usual === 'number') return usual + 1;
  if (Array.isArray(usual)) return ['https://other.example'];
  return typeof usual === 'object' ? { 'other.example': 'https://other.example' } : 'https://other.example';
}

describe('The settings', () => {
  useNoAccount();
  afterEach(async () => {
    const configuration = workspace.getConfiguration('roomside');
    for (const name of names) {
      const { globalValue, workspaceValue } = configuration.inspect(name) ?? {};
      // Writing takes as long where nothing changes.
      if (globalValue !== undefined) await configuration.update(name, undefined, ConfigurationTarget.Global);
      if (workspaceValue !== undefined) await configuration.update(name, undefined, ConfigurationTarget.Workspace);
    }
    await workspaceFile('.vscode/settings.json', '{}');
  });

  it('have the defaults of the manifest', () => {
    assert.deepEqual(current(), defaults());
    assert.equal(setting('message.maxBytes'), defaultMaxMessageBytes);
  });

  it('count as their default where the value in the JSON is of another type', async () => {
    const configuration = workspace.getConfiguration('roomside');
    await configuration.update('message.maxBytes', '7', ConfigurationTarget.Global);
    await configuration.update('git.hosts', ['github.com'], ConfigurationTarget.Global);
    assert.deepEqual(current(), defaults());
  });

  it('[S42] of application scope ignore the settings file of a repository', async () => {
    const guardedNames = [...manifest.keys()].filter((name) => manifest.get(name)?.scope === 'application');
    for (const name of Object.keys(guarded)) assert.ok(guardedNames.includes(`roomside.${name}`), name);
    const hostile = guardedNames.map((name) => [name, hostileValue(manifest.get(name)?.default)]);
    await workspaceFile('.vscode/settings.json', JSON.stringify(Object.fromEntries(hostile)));
    // VS Code reads the whole file after it writes to it. A setting of its own then proves that the file was read.
    await workspace.getConfiguration('editor').update('tabSize', 3, ConfigurationTarget.Workspace);
    assert.equal(workspace.getConfiguration('editor').get('tabSize'), 3);
    assert.deepEqual(current(), defaults());
    for (const name of guardedNames) {
      assert.deepEqual(workspace.getConfiguration().get(name), manifest.get(name)?.default, name);
    }
  });

  it('[S42] that choose where code is sent cannot be set for a workspace', async () => {
    for (const [name, value] of Object.entries(guarded)) {
      const writing = workspace.getConfiguration('roomside').update(name, value, ConfigurationTarget.Workspace);
      await assert.rejects(Promise.resolve(writing), /This setting can be written only into User settings/, name);
    }
    assert.deepEqual(current(), defaults());
  });
});
