// A window of the editor without VS Code, in its own process: node windowProcess.ts <setup as JSON>

import { AccountStore } from '../../../src/core/auth/accountStore.ts';
import { ActiveAccount } from '../../../src/core/auth/activeAccount.ts';
import { ServiceConnection } from '../../../src/core/auth/serviceConnection.ts';
import { TokenSource } from '../../../src/core/auth/tokenSource.ts';
import { systemClock as clock } from '../../../src/core/base/clock.ts';
import { createNodeTransport } from '../../../src/platform/http/nodeTransport.ts';
import type { LockTimes } from '../../../src/platform/storage/directoryLock.ts';
import { DirectoryLocks } from '../../../src/platform/storage/directoryLocks.ts';
import { FileSecretStore } from '../../support/fakes/fileSecretStore.ts';
import { MemoryChoice } from '../../support/fakes/memoryChoice.ts';
import { MemoryMark } from '../../support/fakes/memoryMark.ts';
import { RecordingLog } from '../../support/fakes/recordingLog.ts';

/** What the windows share. */
export interface WindowSetup {
  readonly secretsFolder: string;
  readonly lockFolder: string;
  readonly times: Partial<LockTimes>;
  readonly accountId: string;
}

/** Uses the account, or takes the lock of its refresh and never releases it. */
export type WindowTask = 'use' | 'hold';

/** The answer to `use`: the access token, refreshed if needed, and the person that the service says it belongs to. */
export interface UsedAccount {
  readonly token: string;
  readonly personId: string;
  readonly log: string;
}

const { secretsFolder, lockFolder, times, accountId } = JSON.parse(process.argv[2] ?? '') as WindowSetup;
const log = new RecordingLog();
const send = createNodeTransport();
const secrets = await FileSecretStore.open(secretsFolder);
const lock = new DirectoryLocks(lockFolder, { clock, log, times });
const accounts = new AccountStore({ secrets, log, lock, clock, signedInFlag: new MemoryMark(true) });
const tokens = new TokenSource({ accounts, send, clock, log, lock });
const active = new ActiveAccount({ accounts, choice: new MemoryChoice(), log });
const connection = new ServiceConnection({ active, tokens, transportFor: () => send, clock, log });

const tasks: Readonly<Record<WindowTask, () => Promise<unknown>>> = {
  async use(): Promise<unknown> {
    const token = await tokens.forAccount(accountId).get();
    const personId = (await (await connection.client()).getMe()).id;
    return process.send?.({ token, personId, log: log.text } satisfies UsedAccount);
  },
  hold: () =>
    lock.run(`refresh-${accountId}`, () => {
      process.send?.('holds it');
      return new Promise<never>(() => undefined);
    }),
};
process.on('message', (task: WindowTask) => void tasks[task]());
process.once('disconnect', () => process.exit());
process.send?.('ready');
