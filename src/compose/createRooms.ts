import { Uri } from 'vscode';
import { connectPoller } from '../background/connectPoller.ts';
import { roomsPageSize } from '../core/api/client.ts';
import { ReadLines } from '../core/lines/readLines.ts';
import { Answers } from '../core/messages/answers.ts';
import { AccountRooms } from '../core/rooms/accountRooms.ts';
import { DirectEmails } from '../core/rooms/directEmails.ts';
import { PollRecords } from '../core/rooms/polls/pollRecords.ts';
import { RoomPoller } from '../core/rooms/polls/roomPoller.ts';
import { RoomCache } from '../core/rooms/roomCache.ts';
import { RoomDirectory } from '../core/rooms/roomDirectory.ts';
import { RoomMarks } from '../core/rooms/roomMarks.ts';
import type { RoomServices, SessionServices, SystemServices } from '../host/services.ts';
import { roomMarksMemento } from '../host/vscode/storage.ts';
import { AccountFolder } from '../platform/storage/accountFolder.ts';
import { DirectoryLocks } from '../platform/storage/directoryLocks.ts';
import type { Startup } from './startup.ts';

/** Creates the rooms of the active account, which all views share, with their background polls. */
export function createRooms(
  system: SystemServices,
  session: SessionServices,
  { roomsView: view, own }: Pick<Startup, 'roomsView' | 'own'>,
): RoomServices {
  const { clock, log } = system;
  const { active, connection } = session;
  const folder = Uri.joinPath(system.storage, 'rooms').fsPath;
  const directory = own(
    new RoomDirectory(async function* pages(signal) {
      yield* (await connection.client()).listRooms({ max: roomsPageSize }, signal);
    }),
  );
  const marks = new RoomMarks(roomMarksMemento(system.memory, system.workspaceMemory));
  const cache = own(new RoomCache(new AccountFolder(folder), { clock, log }));
  const emails = own(new DirectEmails({ session: () => connection.session(), log }));
  const rooms = own(new AccountRooms({ ...session, directory, marks, cache, emails, clock }));
  const pollLock = new DirectoryLocks(folder, { clock, log, times: { pollMs: 1_000 } });
  const shared = new PollRecords(new AccountFolder(folder, '.poll.json'), pollLock);
  const poller = own(new RoomPoller({ directory, marks, shared, clock, log }));
  own(connectPoller({ poller, active, connection, directory, view, clock }));
  const readLines = new ReadLines();
  own(session.accounts.onDidChange(({ removed }) => readLines.forgetAccounts(removed.map(({ id }) => id))));
  const answers = new Answers({ postponed: postponedAnswers(system.memory), clock });
  own(session.accounts.onDidChange(({ removed }) => removed.length > 0 && answers.clear()));
  return { directory, marks, emails, rooms, poller, readLines, answers };
}

const postponedKey = 'answers.postponed';

function postponedAnswers(memory: SystemServices['memory']) {
  return {
    read: () => memory.get<Readonly<Record<string, number>>>(postponedKey) ?? {},
    write: async (value: Readonly<Record<string, number>>) => memory.update(postponedKey, value),
  };
}
