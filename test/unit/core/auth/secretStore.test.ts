import assert from 'node:assert/strict';
import { SignedInFlagWriter } from '../../../../src/core/auth/secretStore.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { settle } from '../api/scriptedSend.ts';

describe('The signed-in flag', () => {
  it('is written when it changes, and cleared after a loss', async () => {
    const written: boolean[] = [];
    const flag = {
      isSet: async () => written.at(-1) ?? false,
      set: async (isSet: boolean) => void written.push(isSet),
    };
    const writer = new SignedInFlagWriter(flag, new RecordingLog());
    for (const isSet of [true, true, false]) writer.mark(isSet);
    writer.resetIf(() => assert.fail('it is not set'));
    writer.mark(true);
    for (const [isLoss, expected] of [
      [false, [true, false, true]],
      [true, [true, false, true, false]],
    ] as const) {
      writer.resetIf(() => isLoss);
      await settle();
      assert.deepEqual(written, expected);
    }
    for (const isSet of [false, true]) writer.mark(isSet);
    await settle();
    assert.deepEqual(written, [true, false, true, false, true]);
  });
});
