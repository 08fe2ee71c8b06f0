import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  assertAttachmentFits,
  assertMessageFits,
  defaultMaxMessageBytes,
  TooLargeError,
  utf8ByteLength,
} from '../../../../src/core/attachments/limits.ts';
import { manyCases } from '../markdown/hostileText.ts';

describe('The limits of a share', () => {
  it('accept a file of exactly 100 MiB, and no byte more', () => {
    assertAttachmentFits('a.bin', 104_857_600);
    assert.throws(() => assertAttachmentFits('a.bin', 104_857_601), {
      ...{ name: 'TooLargeError', what: 'attachment', fileName: 'a.bin' },
      ...{ byteLength: 104_857_601, maxBytes: 104_857_600 },
    });
  });

  it('accept a message of the default length, and no byte more', () => {
    assertMessageFits('x'.repeat(defaultMaxMessageBytes));
    assert.throws(() => assertMessageFits('x'.repeat(defaultMaxMessageBytes + 1)), TooLargeError);
  });

  it('count bytes like the encoder of Node for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(utf8ByteLength(text), Buffer.byteLength(text, 'utf8'));
      }),
      manyCases,
    );
  });
});
