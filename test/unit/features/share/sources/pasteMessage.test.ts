import assert from 'node:assert/strict';
import { withVscode } from '../../../../support/fakes/withVscode.ts';

const { parsePasteMessage } = await withVscode(() => import('../../../../../src/features/share/sources/pasteBox.ts'));

const pasted = { kind: 'pasted', bytes: new Uint8Array([1, 2]), width: 8, height: 6 };

describe('parsePasteMessage', () => {
  it('parses what the page sends, and nothing else of it', () => {
    for (const message of [{ kind: 'share' }, { kind: 'cancel' }, pasted, { ...pasted, width: 0, height: 0 }]) {
      assert.deepEqual(parsePasteMessage({ ...message, name: '../../x.png' }), message);
    }
  });

  it('rejects anything else', () => {
    const sides = [{ width: -1 }, { height: 1.5 }, { width: '8' }, { width: undefined }];
    const bytes = [{ bytes: [1, 2] }, { bytes: 'GIF89a' }];
    for (const value of [
      undefined,
      null,
      'share',
      { kind: 'send' },
      ...[...sides, ...bytes].map((each) => ({ ...pasted, ...each })),
    ])
      assert.equal(parsePasteMessage(value), undefined, JSON.stringify(value));
  });
});
