import assert from 'node:assert/strict';
import type { WatchedMessage } from '../../../../src/core/watch/roomWatcher.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { noticeText } = await withVscode(() => import('../../../../src/features/watchRooms/watchNotices.ts'));

describe('The text of a message notification', () => {
  const titleOf = (roomId: string): string => `Room ${roomId}`;
  const message = (roomId: string, text: string, fields: Partial<WatchedMessage['message']> = {}): WatchedMessage => ({
    ...{ roomId, isMention: false },
    message: { id: text, roomId, personEmail: 'ben@example.com', text, ...fields },
  });

  it('is one short line without control characters and links, whatever the message contains', () => {
    const hostile = `[run](command:workbench.action.quit)\u202e\u0007$(bug)\nsecond line ${'x'.repeat(10_000)}`;
    const text = noticeText([message('1', hostile, { personEmail: `\u202e${'e'.repeat(500)}` })], titleOf);
    assert.doesNotMatch(text, /\p{Cc}|\p{Cf}|\]\(|\$\(|second/u);
    assert.ok(text.length < 250, String(text.length));
    assert.match(text, /\[run\] \(command:workbench\.action\.quit\)/);
  });

  it('counts messages, quotes the last mention, and names at most three rooms', () => {
    const several = ['1', '2', '3', '4'].map((roomId) => message(roomId, 'hello'));
    assert.equal(noticeText(several, titleOf), '4 new messages in “Room 1”, “Room 2”, “Room 3”, …');
    const mention = { ...message('2', 'look'), isMention: true };
    assert.equal(
      noticeText([mention, message('2', 'later')], titleOf),
      '2 new messages in “Room 2”. ben@example.com mentioned you: look',
    );
  });

  it('names a file, and an unknown author', () => {
    const { personEmail: _, ...file } = message('1', '', { files: ['https://example.com/v1/contents/1'] }).message;
    assert.equal(noticeText([{ ...message('1', ''), message: file }], titleOf), 'Unknown Sender in “Room 1”: a file');
  });
});
