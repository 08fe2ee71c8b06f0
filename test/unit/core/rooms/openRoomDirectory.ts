import type { Room } from '../../../../src/core/api/resources.ts';
import type { RoomsDifference } from '../../../../src/core/rooms/knownRooms.ts';
import { RoomDirectory, type RoomsSnapshot } from '../../../../src/core/rooms/roomDirectory.ts';
import { FakePages } from '../../../support/fakes/fakePages.ts';

export const room = (id: string, title = id): Room => ({ id, title, type: 'group' });
export const failure = new Error('the service is down');

/** A directory whose pages the test answers. */
export function openRoomDirectory() {
  const pages = new FakePages<Room>();
  const directory = new RoomDirectory(pages.list);
  const seen: RoomsSnapshot[] = [];
  directory.onDidChange((snapshot) => seen.push(snapshot));
  const differences: RoomsDifference[] = [];
  directory.onDidChangeRooms((difference) => differences.push(difference));
  const statuses = () => seen.map(({ status }) => status);
  const ids = () => directory.rooms.map(({ id }) => id);
  /** Answers the request of `asked` with one page. */
  const answered = <T>(asked: Promise<T>, items: readonly Room[], hasNext = false): Promise<T> => {
    pages.last.answer(items, hasNext);
    return asked;
  };
  /** Fails the request of `asked`. */
  const failed = <T>(asked: Promise<T>, error: Error = failure): Promise<T> => {
    pages.last.fail(error);
    return asked;
  };
  return { pages, directory, seen, differences, statuses, ids, answered, failed };
}

/** A directory that has read the first of several pages. */
export async function withFirstPage() {
  const opened = openRoomDirectory();
  await opened.answered(opened.directory.refresh(), [room('a'), room('b')], true);
  return opened;
}
