import assert from 'node:assert/strict';
import type { AuthenticationProvider, AuthenticationSession } from 'vscode';
import { Emitter } from '../../../src/core/base/emitter.ts';
import { lazy } from '../../../src/core/base/lazy.ts';
import { secretKeys } from '../../../src/core/base/storage/storedNames.ts';
import { RecordingLog } from '../../support/fakes/recordingLog.ts';
import { withVscode } from '../../support/fakes/withVscode.ts';
import { settle } from '../core/api/scriptedSend.ts';

const { lazyAuthentication } = await withVscode(() => import('../../../src/compose/lazyAuthentication.ts'));

type Change = Parameters<Parameters<AuthenticationProvider['onDidChangeSessions']>[0]>[0];

function open(signedIn: readonly string[]) {
  const sessions = [...signedIn] as unknown as AuthenticationSession[];
  const [secretChanges, changes] = [new Emitter<{ readonly key: string }>(), new Emitter<Change>()];
  let loadCount = 0;
  const load = lazy(async () => {
    loadCount += 1;
    const provider = { onDidChangeSessions: changes.event, getSessions: async () => [...sessions] };
    return { provider: provider as unknown as AuthenticationProvider };
  });
  const secrets = { onDidChange: secretChanges.event as never };
  const ports = { load, mayBeSignedIn: async () => sessions.length > 0, secrets, log: new RecordingLog() };
  const provider = lazyAuthentication(ports);
  const heard: unknown[] = [];
  provider.onDidChangeSessions(({ added, removed }) => heard.push([added, removed]));
  const signIn = async (id: string): Promise<void> => {
    sessions.push(id as unknown as AuthenticationSession);
    secretChanges.fire({ key: secretKeys.accounts });
    await settle();
  };
  const list = () => provider.getSessions(undefined, {});
  return { list, signIn, heard, changes, loads: () => loadCount };
}

describe('The authentication provider before its feature is loaded', () => {
  it('loads nothing while signed out, and reports the first account that signs in', async () => {
    const { list, signIn, heard, changes, loads } = open([]);
    assert.deepEqual([await list(), loads()], [[], 0]);
    await signIn('ada');
    assert.deepEqual([heard, loads()], [[[['ada'], []]], 1]);
    changes.fire({ added: [], removed: ['ada'] as never, changed: [] });
    assert.deepEqual(heard.slice(1), [[[], ['ada']]]);
    assert.deepEqual([await list(), heard.length], [['ada'], 2]);
  });

  it('reports nothing that VS Code has not asked for', async () => {
    const asked = open(['ada']);
    assert.deepEqual(await asked.list(), ['ada']);
    const unasked = open([]);
    await unasked.signIn('ada');
    assert.deepEqual([asked.heard, unasked.heard, unasked.loads()], [[], [], 0]);
  });
});
