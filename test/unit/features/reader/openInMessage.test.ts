import assert from 'node:assert/strict';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { openInMessage } = await withVscode(() => import('../../../../src/features/reader/blocks/openInMessage.ts'));

describe('Reply: Applied', () => {
  it('is sent once for several keys, until the page shows it, and again after it was not sent', async () => {
    const message = { id: 'suggestion', roomId: 'r', parentId: 'question' };
    const sent: (readonly string[])[] = [];
    let fails = true;
    const reply = async (...said: readonly string[]) => {
      sent.push(said);
      if (fails) throw new Error('not sent');
    };
    const parts = { blocksOf: async () => [{ language: 'diff', code: 'patch' }], placesOf: async () => [] };
    const ports = { reply, log: new RecordingLog(), applied: { find: () => undefined } };
    const press = () =>
      openInMessage(
        { kind: 'block', action: 'replyApplied', messageId: 'suggestion', block: 0 },
        message,
        parts,
        ports as unknown as Parameters<typeof openInMessage>[3],
      );
    await assert.rejects(press());
    fails = false;
    await Promise.all([press(), press()]);
    assert.deepEqual(sent, [
      ['✓ Applied', 'question'],
      ['✓ Applied', 'question'],
    ]);
  });
});
