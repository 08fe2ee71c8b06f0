import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { multipartFile } from '../../bench/transfer/multipartFile.ts';
import { multipartFrame } from '../../bench/transfer/multipartFrame.ts';

const { contentType, head, tail } = multipartFrame('snippet.ts');

describe('the check of an upload', () => {
  it('finds the file of a multipart body with any bytes', () => {
    const content = Buffer.from('\r\n\r\nfilename="other"\r\n--bench-');
    assert.deepEqual(multipartFile(contentType, Buffer.concat([head, content, tail])), {
      fileName: 'snippet.ts',
      byteLength: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
  });

  it('rejects a body that ends before its boundary', () => {
    assert.throws(() => multipartFile(contentType, Buffer.concat([head, Buffer.from('half')])), /no end/);
  });
});
