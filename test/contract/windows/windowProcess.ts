// A window of the editor without VS Code, in its own process: node windowProcess.ts <setup as JSON>

import { AccountStore } from '../../../src/core/auth/accountStore.ts';
import { ActiveAccount } from '../../../src/core/auth/activeAccount.ts';
import { ServiceConnection } from '../../../src/core/auth/serviceConnection.ts';
import { SignInFlows } from '../../../src/core/auth/signIn/signInFlows.ts';
import { TokenSource } from '../../../src/core/auth/tokenSource.ts';
import { systemClock as clock } from '../../../src/core/base/clock.ts';
import { createNodeTransport } from '../../../src/platform/http/nodeTransport.ts';
import { DirectoryLocks } from '../../../src/platform/storage/directoryLocks.ts';
import { FileSecretStore } from '../../support/fakes/fileSecretStore.ts';
import { MemoryChoice } from '../../support/fakes/memoryChoice.ts';
import { RecordingLog } from '../../support/fakes/recordingLog.ts';
import type { TaskOutcome, TaskRequest, WindowSetup, WindowTasks } from './windowTasks.ts';

const { secretsFolder, lockFolder, times } = JSON.parse(process.argv[2] ?? '') as WindowSetup;
const log = new RecordingLog();
const send = createNodeTransport();
const secrets = await FileSecretStore.open(secretsFolder);
const lock = new DirectoryLocks(lockFolder, { clock, log, times });
const accounts = new AccountStore(secrets, log, { lock, clock });
const tokens = new TokenSource({ accounts, send, clock, log, lock });
const flows = new SignInFlows({ secrets, accounts, send, clock }, log);
const active = new ActiveAccount({ accounts, choice: new MemoryChoice(), log });
const connection = new ServiceConnection({ active, tokens, transportFor: () => send, clock, log });

const tasks: WindowTasks = {
  token: (accountId) => tokens.forAccount(accountId).get(),
  me: async () => (await (await connection.client()).getMe()).id,
  hold: (accountId) =>
    new Promise((resolve, reject) => {
      lock
        .run(`refresh-${accountId}`, () => {
          resolve();
          return new Promise<never>(() => undefined);
        })
        .catch(reject);
    }),
  signIn: async (account) => void (await accounts.set(account)),
  use: (accountId) => active.use(accountId),
  used: async () => (await active.get())?.id,
  signOut: (accountId) => accounts.remove(accountId),
  list: async () => {
    await accounts.reread();
    return accounts.list();
  },
  begin: (flow) => flows.begin(flow),
  wait: async (flow) => (await flows.wait(flow, new AbortController().signal)).label,
  complete: async (query) => (await flows.complete(query))?.label,
  log: async () => log.text,
};

async function outcomeOf({ id, task, argument }: TaskRequest): Promise<TaskOutcome> {
  try {
    return { id, value: await (tasks[task] as (argument: unknown) => Promise<unknown>)(argument) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

process.on('message', (request: TaskRequest) => {
  // The parent process may have disconnected.
  void outcomeOf(request).then((outcome) => process.connected && process.send?.(outcome));
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
