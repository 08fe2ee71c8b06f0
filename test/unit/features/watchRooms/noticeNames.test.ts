import assert from 'node:assert/strict';
import type { WatchedMessage } from '../../../../src/features/watchRooms/model/roomWatcher.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { NoticeNames } = await withVscode(() => import('../../../../src/features/watchRooms/noticeNames.ts'));

describe('The names in a notification', () => {
  const messageOf = (roomId: string, personId: string): WatchedMessage => ({
    ...{ roomId, kind: 'message' },
    message: { id: 'm', roomId, personId, personEmail: `${personId}@example.com` },
  });

  function open(members: readonly { personId: string; personDisplayName: string }[] | Error) {
    const requests: string[] = [];
    const client = {
      async *listMemberships({ roomId }: { roomId: string }) {
        requests.push(roomId);
        if (members instanceof Error) throw members;
        yield { items: members, hasNext: false };
      },
    };
    const rooms = new Map([['d', { id: 'd', title: 'Ben Okoro', type: 'direct' }]]);
    const ports = { connection: { client: async () => client }, directory: rooms, log: new RecordingLog() };
    Object.assign(rooms, { find: (id: string) => rooms.get(id) });
    const names = new NoticeNames(ports as unknown as ConstructorParameters<typeof NoticeNames>[0]);
    return { names, requests };
  }

  it('are those of the members, requested once for a room', async () => {
    const { names, requests } = open([{ personId: 'ben', personDisplayName: 'Ben \u202eOkoro' }]);
    assert.equal(await names.of('ada', messageOf('a', 'ben')), 'Ben Okoro');
    assert.equal(await names.of('ada', messageOf('a', 'cleo')), 'cleo@example.com');
    assert.deepEqual(requests, ['a']);
  });

  it('are the titles of direct rooms, without a request', async () => {
    const { names, requests } = open([]);
    assert.equal(await names.of('ada', messageOf('d', 'ben')), 'Ben Okoro');
    assert.deepEqual(requests, []);
  });

  it('are addresses when the members cannot be read, and never missing', async () => {
    const { names } = open(new Error('refused'));
    assert.equal(await names.of('ada', messageOf('a', 'ben')), 'ben@example.com');
    const { personEmail: _, ...message } = messageOf('a', 'ben').message;
    assert.equal(await names.of('ada', { roomId: 'a', kind: 'message', message }), 'Unknown Sender');
  });
});
