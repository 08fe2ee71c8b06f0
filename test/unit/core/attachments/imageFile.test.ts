import assert from 'node:assert/strict';
import { clipboardImageName, imageExtension } from '../../../../src/core/attachments/mediaType.ts';

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('imageExtension', () => {
  it('detects the format by its bytes', () => {
    const endings = ['\x89PNG\r\n\x1a\nIHDR', '\xff\xd8\xff\xe0', 'GIF89a', 'GIF87a', 'BM6'].map((text) =>
      imageExtension(bytesOf(text)),
    );
    assert.deepEqual(endings, ['png', 'jpg', 'gif', 'gif', 'bmp']);
  });

  it('is undefined for unsupported formats and truncated signatures', () => {
    for (const text of ['', '\x89PNG', 'GIF', 'RIFF\0\0\0\0WEBP', '<svg xmlns="', '%PDF-1.7', ' BM', 'text']) {
      assert.equal(imageExtension(bytesOf(text)), undefined, text);
    }
  });

  it('names an image by the local time of the paste', () => {
    assert.equal(clipboardImageName('png', new Date(2026, 10, 21, 17, 15)), 'clipboard-2026-11-21-171500.png');
    assert.equal(clipboardImageName('jpg', new Date(2027, 0, 2, 3, 4, 5)), 'clipboard-2027-01-02-030405.jpg');
  });
});
