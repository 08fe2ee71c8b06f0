import assert from 'node:assert/strict';
import { withVscode } from '../../../../support/fakes/withVscode.ts';

const { parsePasteMessage } = await withVscode(() => import('../../../../../src/features/share/sources/pasteBox.ts'));

const pasted = { kind: 'pasted', bytes: new Uint8Array([1, 2]), width: 8, height: 6 };

describe('parsePasteMessage', () => {
  for (const message of [{ kind: 'share' }, { kind: 'cancel' }, pasted, { ...pasted, width: 0, height: 0 }]) {
    it(`parses: ${JSON.stringify(message)}`, () => assert.deepEqual(parsePasteMessage(message), message));
  }

  it('drops unknown properties', () => {
    assert.deepEqual(parsePasteMessage({ ...pasted, name: '../../x.png' }), pasted);
  });

  for (const value of [
    undefined,
    null,
    'share',
    { kind: 'send' },
    { ...pasted, bytes: [1, 2] },
    { ...pasted, bytes: 'GIF89a' },
    { ...pasted, width: -1 },
    { ...pasted, height: 1.5 },
    { ...pasted, width: '8' },
    { kind: 'pasted', bytes: pasted.bytes },
  ]) {
    it(`rejects: ${JSON.stringify(value)}`, () => assert.equal(parsePasteMessage(value), undefined));
  }
});
