import assert from 'node:assert/strict';
import { DataTransfer, DataTransferItem, Uri } from 'vscode';
import type { Room } from '../../src/core/api/resources.ts';
import { RoomDirectory } from '../../src/core/rooms/roomDirectory.ts';
import { droppedFiles, roomDragAndDrop } from '../../src/features/rooms/roomDragAndDrop.ts';
import { roomAddress } from '../../src/features/rooms/roomItems.ts';
import { roomIdOfUri } from '../../src/host/vscode/uris.ts';

const titleOf = (id: string): string => `Room ${id}`;
const roomAt = (id: string): Room => ({
  id,
  title: titleOf(id),
  type: 'group',
  lastActivity: '2026-11-21T12:00:00.000Z',
});

describe('The URI of a room', () => {
  it('contains its id, whatever the title', () => {
    for (const title of ['Design', '', '../../etc/passwd', 'a/b?c#d', '$(error)\u202e\n', 'x'.repeat(10_000)]) {
      const address = Uri.parse(roomAddress('aZ0_-+/=?#&', title).toString());
      assert.equal(roomIdOfUri(address), 'aZ0_-+/=?#&', title);
      assert.match(address.path, /^\/[^/\\\p{Cc}\p{Cf}]{1,200}$/u);
    }
    assert.equal(roomIdOfUri(Uri.file('/design?1')), undefined);
    assert.equal(roomIdOfUri(Uri.parse('roomside-room:/Design')), undefined);
  });

  it('is the data of a dragged room, and not a file that could be shared', async () => {
    const directory = new RoomDirectory(async function* pages() {
      yield { items: ['1', '2'].map(roomAt), hasNext: false };
    });
    await directory.refresh();
    const dragging = roomDragAndDrop(directory);
    const data = new DataTransfer();
    const row = (roomId: string) => ({ kind: 'room', roomId, groupId: 'rooms' }) as const;
    dragging.handleDrag([{ kind: 'group', groupId: 'rooms' }, row('1'), row('2'), row('gone')], data);
    const listed = await data.get('text/uri-list')?.asString();
    const addresses = ['1', '2'].map((id) => roomAddress(id, titleOf(id)).toString());
    assert.deepEqual(listed?.split('\r\n'), addresses);
    const nothing = new DataTransfer();
    dragging.handleDrag([{ kind: 'loadMore' }], nothing);
    assert.equal(nothing.get('text/uri-list'), undefined);
    data.set('text/uri-list', new DataTransferItem(`${listed}\r\nfile:///notes.md`));
    assert.deepEqual((await droppedFiles(data)).map(String), ['file:///notes.md']);
  });
});
