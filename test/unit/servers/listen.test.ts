import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { limitPeers, listen } from '../../../src/servers/listen.ts';

describe('listen', () => {
  it('takes all cookies that a browser keeps for a host', async () => {
    const listening = await listen({ fetch: async (request) => new Response(request.headers.get('cookie')) });
    try {
      const cookie = Array.from({ length: 180 }, (_, at) => `__Host-roomside-${at}=${'a'.repeat(86)}`).join('; ');
      const response = await fetch(listening.origin, { headers: { cookie } });
      assert.deepEqual([response.status, await response.text()], [200, cookie]);
    } finally {
      await listening.close();
    }
  });
});

describe('limitPeers', () => {
  it('keeps one network with many silent connections from keeping others out', () => {
    const server = new EventEmitter();
    limitPeers(server as never, 3);
    const connectFrom = (remoteAddress: string) => {
      const peer = Object.assign(new EventEmitter(), { remoteAddress, isClosed: false, destroy: () => undefined });
      peer.destroy = () => {
        peer.isClosed = true;
        peer.emit('close');
      };
      server.emit('connection', peer);
      return peer;
    };
    const silent = Array.from({ length: 1_000 }, (_, at) => connectFrom(`${at % 2 ? '::ffff:' : ''}198.51.100.7`));
    assert.equal(silent.filter(({ isClosed }) => !isClosed).length, 3);
    assert.equal(connectFrom('198.51.100.8').isClosed, false);
    silent[0]?.destroy();
    const closed = [1, 2].map(() => connectFrom('198.51.100.7').isClosed);
    assert.deepEqual(closed, [false, true]);
  });
});
