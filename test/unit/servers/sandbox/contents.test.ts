import assert from 'node:assert/strict';
import { seedFiles } from '../../../../src/servers/sandbox/seed/files.ts';
import { seededId } from '../../../../src/servers/sandbox/store/identifiers.ts';
import { refusal, useSandbox } from './openTestSandbox.ts';

describe('contents in the sandbox', () => {
  const test = useSandbox();
  const url = `/v1/contents/${seededId('CONTENT', 'retry-budget.patch')}`;
  const whole = Buffer.from(seedFiles['retry-budget.patch'].bytes()).toString();

  const range = (value: string, more: Record<string, string> = {}) =>
    test.call('GET', url, { headers: { range: value, ...more } });

  it('are answered in parts with 206, and with 416 when no byte of the range exists', async () => {
    const { length } = whole;
    for (const [value, start, end] of [
      ['bytes=5-9', 5, 10],
      ['bytes=10-', 10, length],
      ['bytes=-4', length - 4, length],
      ['bytes=0-999999', 0, length],
    ] as const) {
      const response = await range(value);
      assert.deepEqual([response.status, await response.text()], [206, whole.slice(start, end)], value);
      assert.equal(response.headers.get('content-length'), String(end - start));
      assert.equal(response.headers.get('content-range'), `bytes ${start}-${end - 1}/${length}`);
    }
    for (const value of [`bytes=${length}-`, 'bytes=99999-99999', 'bytes=-0']) {
      const response = await range(value);
      assert.equal(response.headers.get('content-range'), `bytes */${length}`);
      await refusal(response, 416);
    }
  });

  it('are answered whole for ranges that are not supported, or of another version', async () => {
    for (const value of ['bytes=1-2,4-5', 'lines=1-2', 'bytes=5-1', 'bytes=a-b', 'bytes=-']) {
      const response = await range(value);
      assert.deepEqual([response.status, await response.text()], [200, whole], value);
    }
    const etag = (await test.call('HEAD', url)).headers.get('etag') ?? '';
    assert.equal((await range('bytes=0-1', { 'if-range': etag })).status, 206);
    assert.equal((await range('bytes=0-1', { 'if-range': '"other"' })).status, 200);
  });

  it('are readable only for members of the room', async () => {
    const token = await test.tokenOf('tom.becker@example.com');
    await refusal(test.call('GET', url, { token }), 404);
    assert.equal((await test.call('HEAD', url, { token })).status, 404);
    await refusal(test.call('GET', '/v1/contents/nothing'), 404);
  });
});
