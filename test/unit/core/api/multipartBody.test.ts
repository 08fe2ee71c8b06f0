import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import * as fc from 'fast-check';
import { bytesPart, type MultipartContent, multipartBody } from '../../../../src/core/api/requestBody.ts';
import type { RequestBody } from '../../../../src/core/api/send.ts';

const bytesOf = (body: RequestBody): Promise<Buffer> => buffer(body.open());

async function parse(body: RequestBody) {
  const headers = { 'content-type': body.contentType };
  const parser = new Busboy({ headers, limits: { headerPairs: 100 }, preservePath: true });
  const parsed = { fields: [] as [string, string][], fileName: '', chunks: [] as Buffer[] };
  parser.on('field', (name, value) => parsed.fields.push([name, value]));
  parser.on('file', (_name, stream, fileName) => {
    parsed.fileName = fileName;
    stream.on('data', (chunk: Buffer) => parsed.chunks.push(chunk));
  });
  Readable.from([await bytesOf(body)]).pipe(parser);
  await finished(parser);
  return { ...parsed, bytes: Buffer.concat(parsed.chunks) };
}

function content(name: string, bytes: Uint8Array, mediaType = 'application/octet-stream'): MultipartContent {
  return {
    fields: [
      ['roomId', 'room'],
      ['text', 'words'],
    ],
    file: bytesPart(name, mediaType, bytes),
  };
}

describe('A multipart body', () => {
  it('writes names as browsers do: UTF-8, with quotes and line ends escaped', async () => {
    const name = 'a"b\r\nX-Evil: 1\\ü.txt';
    const text = `${await bytesOf(multipartBody(content(name, Buffer.from(''))))}`;
    assert.ok(text.includes('; name="files"; filename="a%22b%0D%0AX-Evil: 1\\ü.txt"\r\n'));
  });

  it('does not let a media type inject a header', async () => {
    for (const bad of ['text/plain\r\nX-Evil: 1', 'text', '', 'text/plain; charset="a\nb"', 'text/plain,']) {
      const text = `${await bytesOf(multipartBody(content('a', Buffer.from('x'), bad)))}`;
      assert.ok(text.includes('\r\nContent-Type: application/octet-stream\r\n\r\nx'), bad);
    }
  });

  it('reports the sent bytes of the file, from 0 to all, each time it is opened', async () => {
    const seen: [number, number][] = [];
    const file = {
      ...bytesPart('a', 'text/plain', Buffer.alloc(10)),
      async *open() {
        yield Buffer.alloc(4);
        yield Buffer.alloc(6);
      },
    };
    const body = multipartBody({ ...content('a', Buffer.alloc(0)), file, onProgress: (...now) => seen.push(now) });
    for await (const chunk of body.open()) assert.ok(chunk.byteLength === 4 ? seen.length === 1 : true);
    await bytesOf(body);
    const once = [
      [0, 10],
      [4, 10],
      [10, 10],
    ];
    assert.deepEqual(seen, [...once, ...once]);
  });

  it('is read back by an independent parser, whatever it contains', async () => {
    const text = fc.string({ unit: 'binary' });
    const fileName = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((name) => !/[\\"\r\n%]|^\s|\s$|\p{Cc}/u.test(name));
    await fc.assert(
      fc.asyncProperty(text, fileName, fc.uint8Array({ maxLength: 3000 }), async (value, name, bytes) => {
        const whole = Buffer.from(value).toString();
        const parsed = await parse(multipartBody({ ...content(name, bytes), fields: [['text', value]] }));
        assert.deepEqual(parsed.fields, [['text', whole]]);
        assert.equal(parsed.fileName, name);
        assert.ok(parsed.bytes.equals(bytes));
      }),
      { numRuns: 50 },
    );
  });
});
