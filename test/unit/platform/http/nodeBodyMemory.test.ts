import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { releaseBytes } from '../../../../src/core/api/releaseBody.ts';
import type { SendRequest, SendResponse } from '../../../../src/core/api/send.ts';
import { createNodeTransport } from '../../../../src/platform/http/nodeTransport.ts';
import { listenHttp, useServers } from './rawServer.ts';

const mebibyte = 1024 * 1024;

describe('A long body', () => {
  const started = useServers();
  const block = randomBytes(100_003);
  const get = (origin: string, blocks: number): SendRequest => ({ method: 'GET', url: `${origin}/${blocks}` });

  const serve = () =>
    started(
      listenHttp((request, response) => {
        Readable.from(new Array(Number(request.url?.slice(1))).fill(block)).pipe(response);
      }),
    );

  function sumOf(blocks: number): string {
    const hash = createHash('sha256');
    for (let index = 0; index < blocks; index++) hash.update(block);
    return hash.digest('hex');
  }

  /** The sum over the body, and the peak of additional buffer memory. */
  async function readAndRelease({ body }: SendResponse): Promise<{ sum: string; addedBytes: number }> {
    const { arrayBuffers: before } = process.memoryUsage();
    const hash = createHash('sha256');
    let addedBytes = 0;
    for await (const chunk of body) {
      hash.update(chunk);
      releaseBytes(chunk);
      addedBytes = Math.max(addedBytes, process.memoryUsage().arrayBuffers - before);
    }
    return { sum: hash.digest('hex'), addedBytes };
  }

  it('needs little more memory than the data in transit, and is complete', async () => {
    const { origin } = await serve();
    const blocks = 400;
    const { sum, addedBytes } = await readAndRelease(await createNodeTransport()(get(origin, blocks)));
    assert.equal(sum, sumOf(blocks));
    assert.ok(addedBytes < 10 * mebibyte, `${Math.round(addedBytes / mebibyte)} MiB of ${(blocks * 0.1).toFixed()} MB`);
  });
});
