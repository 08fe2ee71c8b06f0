import assert from 'node:assert/strict';
import { contentInfo, dispositionFileName } from '../../../../src/core/api/contentInfo.ts';
import { answer } from './scriptedSend.ts';

describe('The metadata of a content file', () => {
  const names: [string, string | undefined][] = [
    ['attachment; filename="a b.txt"', 'a b.txt'],
    ['attachment; filename="say \\"hi\\".txt"', 'say "hi".txt'],
    ['attachment; filename="say %22hi%22.txt"', 'say "hi".txt'],
    ['attachment; filename="C:\\temp\\a.txt"', 'C:\\temp\\a.txt'],
    ['attachment; filename="unclosed.txt', 'unclosed.txt'],
    ['attachment; filename="fallback.txt"; filename*=UTF-8\'\'%e2%82%ac%20rates.txt', '€ rates.txt'],
    ['attachment; filename*=utf-8\'en\'%C3%BC.txt; filename="u.txt"', 'ü.txt'],
    ["attachment; filename*=ISO-8859-1''%fc.txt", 'ü.txt'],
    ['attachment; filename="ok.txt"; filename*=UTF-8\'\'%ff', 'ok.txt'],
    [`attachment; filename="${Buffer.from('grün 🎉.txt').toString('latin1')}"`, 'grün 🎉.txt'],
    [`attachment; filename="${Buffer.from([0xfc]).toString('latin1')}.txt"`, 'ü.txt'],
    ['attachment; filename="Ã¼ā.txt"', 'Ã¼ā.txt'],
    ['attachment; filename="../../etc/passwd"', '../../etc/passwd'],
    ['attachment; filename=""', undefined],
    ['attachment', undefined],
  ];
  for (const [header, expected] of names) {
    it(`has the file name ${JSON.stringify(expected)} for ${JSON.stringify(header)}`, () => {
      assert.equal(dispositionFileName(header), expected);
    });
  }

  it('has length and media type if they can be parsed', () => {
    const headers = {
      'content-length': '1234',
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="a.png"',
    };
    const expected = { fileName: 'a.png', byteLength: 1234, mediaType: 'image/png' };
    assert.deepEqual(contentInfo(answer(200, '', headers)), expected);
    const strong = { 'accept-ranges': 'bytes', etag: '"a"' };
    assert.deepEqual(contentInfo(answer(200, '', strong)), { entityTag: '"a"' });
    for (const change of [{ 'accept-ranges': 'none' }, { etag: 'W/"a"' }])
      assert.deepEqual(contentInfo(answer(200, '', { ...strong, ...change })), {});
    for (const length of ['-1', 'many', '1e3', '1.5', '']) {
      assert.deepEqual(contentInfo(answer(200, '', { 'content-length': length })), {});
    }
  });
});
