import assert from 'node:assert/strict';
import { DataTransfer, DataTransferItem, ThemeColor, Uri } from 'vscode';
import type { Room } from '../../src/core/api/resources.ts';
import { RoomDirectory } from '../../src/core/rooms/roomDirectory.ts';
import { RoomMarks } from '../../src/core/rooms/roomMarks.ts';
import { roomDecorations } from '../../src/features/rooms/roomDecorations.ts';
import { droppedFiles, roomDragAndDrop } from '../../src/features/rooms/roomDragAndDrop.ts';
import { roomAddress } from '../../src/features/rooms/roomItems.ts';
import { roomIdOfUri } from '../../src/host/vscode/uris.ts';
import { useMessages } from '../support/host/shownMessages.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
const roomAt = (id: string, atMs: number): Room => ({
  ...{ id, title: `Room ${id}`, type: 'group' },
  lastActivity: new Date(atMs).toISOString(),
});
const addressOf = ({ id, title }: Room): Uri => roomAddress(id, title);

async function openRooms(rooms: readonly Room[]) {
  let listed = rooms;
  const directory = new RoomDirectory(async function* pages() {
    yield { items: listed, hasNext: false };
  });
  const marks = new RoomMarks({ read: () => undefined, write: async () => undefined });
  marks.switchAccount('ada');
  await directory.refresh();
  await marks.markAllRead(nowMs);
  return {
    directory,
    marks,
    list: async (next: readonly Room[]) => {
      listed = next;
      await directory.refresh();
    },
  };
}

describe('The URI of a room', () => {
  const messages = useMessages();

  it('contains its id, whatever the title', () => {
    for (const title of ['Design', '', '../../etc/passwd', 'a/b?c#d', '$(error)\u202e\n', 'x'.repeat(10_000)]) {
      const address = Uri.parse(roomAddress('aZ0_-+/=?#&', title).toString());
      assert.equal(roomIdOfUri(address), 'aZ0_-+/=?#&', title);
      assert.match(address.path, /^\/[^/\\\p{Cc}\p{Cf}]{1,200}$/u);
    }
    assert.equal(roomIdOfUri(Uri.file('/design?1')), undefined);
    assert.equal(roomIdOfUri(Uri.parse('roomside-room:/Design')), undefined);
  });

  it('is decorated while there are unread messages; only changed ones are reported', async () => {
    const [quiet, lively] = [roomAt('1', nowMs - 60_000), roomAt('2', nowMs - 120_000)];
    const { directory, marks, list } = await openRooms([quiet, lively]);
    const decorations = roomDecorations(directory, marks);
    const fired: (string | undefined)[] = [];
    decorations.onDidChangeFileDecorations((uris) => fired.push(uris?.map(String).join()));
    assert.equal(decorations.provideFileDecoration(addressOf(lively)), undefined);
    await list([quiet, roomAt('2', nowMs + 60_000)]);
    assert.deepEqual(fired, [addressOf(lively).toString()]);
    assert.deepEqual(decorations.provideFileDecoration(addressOf(lively)), {
      badge: '●',
      tooltip: 'Unread',
      color: new ThemeColor('list.highlightForeground'),
    });
    assert.equal(decorations.provideFileDecoration(addressOf(quiet)), undefined);
    await marks.markRead('2', nowMs + 60_000);
    assert.deepEqual(fired.slice(1), [undefined]);
    assert.equal(decorations.provideFileDecoration(addressOf(lively)), undefined);
    assert.equal(decorations.provideFileDecoration(Uri.file('/2')), undefined);
    decorations.dispose();
  });

  it('is the data of a dragged room, and not a file that could be shared', async () => {
    const { directory } = await openRooms([roomAt('1', nowMs), roomAt('2', nowMs)]);
    const dragging = roomDragAndDrop(directory);
    const data = new DataTransfer();
    const row = (roomId: string) => ({ kind: 'room', roomId, groupId: 'rooms' }) as const;
    dragging.handleDrag([{ kind: 'group', groupId: 'rooms' }, row('1'), row('2'), row('gone')], data);
    const listed = await data.get('text/uri-list')?.asString();
    assert.deepEqual(
      listed?.split('\r\n'),
      ['1', '2'].map((id) => addressOf(roomAt(id, 0)).toString()),
    );
    const nothing = new DataTransfer();
    dragging.handleDrag([{ kind: 'loadMore' }], nothing);
    assert.equal(nothing.get('text/uri-list'), undefined);
    data.set('text/uri-list', new DataTransferItem(`${listed}\r\nfile:///notes.md`));
    assert.deepEqual((await droppedFiles(data)).map(String), ['file:///notes.md']);
  });

  it('accepts dropped files; a drop elsewhere or of something else shows a message', async () => {
    const { directory } = await openRooms([roomAt('1', nowMs)]);
    const dragging = roomDragAndDrop(directory);
    const file = new DataTransfer();
    file.set('text/uri-list', new DataTransferItem('file:///notes.md'));
    for (const target of [{ kind: 'group', groupId: 'rooms' } as const, undefined]) {
      await dragging.handleDrop(target, file);
      assert.equal((await messages().next()).text, 'Drop files on a room to share them.');
    }
    await dragging.handleDrop({ kind: 'room', roomId: '1', groupId: 'rooms' }, new DataTransfer());
    assert.equal((await messages().next()).text, 'Only files can be dropped on a room.');
  });
});
