import assert from 'node:assert/strict';
import fc from 'fast-check';
import { clipboardImageName, imageExtension, mediaType } from '../../../../src/core/attachments/mediaType.ts';
import { hostileText, manyCases } from '../markdown/hostileText.ts';

const types: Readonly<Record<string, readonly string[]>> = {
  'application/msword': ['a.doc', 'a.DOC'],
  'image/jpeg': ['a.jpg', 'A.JPEG'],
  'image/png': ['a.png', 'src\\a.png'],
  'text/plain': ['a.ts', 'a.tsx', 'a.py', 'a.txt', 'Dockerfile', 'LICENSE', '.gitignore', 'src/a.b/Makefile'],
  'text/markdown': ['a.md'],
  'text/x-diff': ['a.patch'],
  'application/gzip': ['a.tar.gz'],
  'application/octet-stream': ['a.unheardof', 'a', 'a.', 'png', 'dir.png/a', '', 'a.constructor'],
};

describe('The media type of a file', () => {
  for (const [type, names] of Object.entries(types)) {
    it(`is ${type} for ${names.join(', ')}`, () => {
      assert.deepEqual(
        names.map(mediaType),
        names.map(() => type),
      );
    });
  }

  it('is well formed for any name', () => {
    fc.assert(
      fc.property(hostileText, (name) => assert.match(mediaType(name), /^[a-z]+\/[a-z0-9.+-]+$/)),
      manyCases,
    );
  });
});

describe('An image without a name', () => {
  it('has the format of its first bytes, if the service shows that', () => {
    const formatOf = (text: string) => imageExtension(Buffer.from(text, 'latin1'));
    const known = ['\x89PNG\r\n\x1a\nIHDR', '\xff\xd8\xff\xe0', 'GIF89a', 'GIF87a', 'BM6'];
    assert.deepEqual(known.map(formatOf), ['png', 'jpg', 'gif', 'gif', 'bmp']);
    for (const text of ['', '\x89PNG', 'GIF', 'RIFF\0\0\0\0WEBP', '<svg xmlns="', '%PDF-1.7', ' BM', 'text'])
      assert.equal(formatOf(text), undefined, text);
  });

  it('is named by the local time of the paste', () => {
    assert.equal(clipboardImageName('png', new Date(2026, 10, 21, 17, 15)), 'clipboard-2026-11-21-171500.png');
    assert.equal(clipboardImageName('jpg', new Date(2027, 0, 2, 3, 4, 5)), 'clipboard-2027-01-02-030405.jpg');
  });
});
