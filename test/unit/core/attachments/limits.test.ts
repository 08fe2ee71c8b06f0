import assert from 'node:assert/strict';
import fc from 'fast-check';
import { maxAttachmentBytes } from '../../../../src/core/api/contentInfo.ts';
import {
  assertAttachmentFits,
  assertMessageFits,
  defaultMaxMessageBytes,
  TooLargeError,
  utf8ByteLength,
} from '../../../../src/core/attachments/limits.ts';
import { RoomsideError } from '../../../../src/core/base/errors.ts';
import { manyCases } from '../markdown/hostileText.ts';

const thrown = (action: () => void): unknown => {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('assertAttachmentFits', () => {
  it('accepts a file of exactly 100 MiB, and an empty one', () => {
    assertAttachmentFits('a.bin', 104_857_600);
    assertAttachmentFits('a.bin', 0);
  });

  it('rejects one byte more, with the facts', () => {
    const error = thrown(() => assertAttachmentFits('a.bin', 104_857_601));
    assert.ok(error instanceof TooLargeError);
    assert.ok(error instanceof RoomsideError);
    assert.deepEqual(
      [error.name, error.what, error.fileName, error.byteLength, error.maxBytes],
      ['TooLargeError', 'attachment', 'a.bin', 104_857_601, maxAttachmentBytes],
    );
  });
});

describe('assertMessageFits', () => {
  it('accepts the default limit and no byte more', () => {
    assertMessageFits('x'.repeat(defaultMaxMessageBytes));
    assert.throws(() => assertMessageFits('x'.repeat(defaultMaxMessageBytes + 1)), TooLargeError);
  });
});

describe('utf8ByteLength', () => {
  it('counts like the encoder of Node for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(utf8ByteLength(text), Buffer.byteLength(text, 'utf8'));
      }),
      manyCases,
    );
  });
});
