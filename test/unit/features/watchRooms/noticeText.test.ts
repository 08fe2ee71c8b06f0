import assert from 'node:assert/strict';
import type { WatchedMessage } from '../../../../src/features/watchRooms/model/roomWatcher.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { noticeText } = await withVscode(() => import('../../../../src/features/watchRooms/noticeText.ts'));

describe('The text of a message notification', () => {
  const facts = { name: 'Ben', isDirect: false, titleOf: (roomId: string): string => `Room ${roomId}` };
  const message = (roomId: string, text: string, fields: Partial<WatchedMessage['message']> = {}): WatchedMessage => ({
    ...{ roomId, kind: 'message' },
    message: { id: text, roomId, text, ...fields },
  });

  it('is one short line without control characters and links, whatever the message contains', () => {
    const hostile = `[run](command:workbench.action.quit)\u202e\u0007$(bug)\nsecond line ${'x'.repeat(10_000)}`;
    const text = noticeText([message('1', hostile)], facts);
    assert.doesNotMatch(text, /\p{Cc}|\p{Cf}|\]\(|\$\(|second/u);
    assert.ok(text.length < 250, String(text.length));
    assert.match(text, /\[run\] \(command:workbench\.action\.quit\)/);
  });

  it('counts messages, quotes the last mention, and names at most three rooms', () => {
    const several = ['1', '2', '3', '4'].map((roomId) => message(roomId, 'hello'));
    assert.equal(noticeText(several, facts), '4 new messages in “Room 1”, “Room 2”, “Room 3”, …');
    const reply: WatchedMessage = { ...message('2', 'yes'), kind: 'reply' };
    const ofReply = noticeText([reply, message('2', 'later')], facts);
    assert.equal(ofReply, '2 new messages in “Room 2”. Ben replied to you: yes');
    const mention: WatchedMessage = { ...message('2', 'look'), kind: 'mention' };
    const ofMention = noticeText([mention, reply, message('2', 'later')], facts);
    assert.equal(ofMention, '3 new messages in “Room 2”. Ben mentioned you: look');
  });

  it('names the person of a direct room once', () => {
    const inDirect = { ...facts, isDirect: true };
    assert.equal(noticeText([message('1', 'hello')], inDirect), 'Ben: hello');
    const several = noticeText([message('1', 'hello'), message('1', 'there')], inDirect);
    assert.equal(several, '2 new messages from Ben: there');
  });

  it('says that a message could not be read, and shows no placeholder', () => {
    const failed = message('1', 'eyJhbGciOiJkaXIifQ..x', { errors: { text: { code: 'kms_failure', reason: '' } } });
    assert.equal(noticeText([failed], facts), "Ben in “Room 1”: a message that couldn't be read");
  });

  it('names a file', () => {
    const file = message('1', '', { files: ['https://example.com/v1/contents/1'] });
    assert.equal(noticeText([file], facts), 'Ben in “Room 1”: a file');
  });
});
