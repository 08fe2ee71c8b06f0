import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { limitPeers } from '../../../src/servers/listen.ts';

class Peer extends EventEmitter {
  isClosed = false;
  readonly remoteAddress: string;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.isClosed = true;
    this.emit('close');
  }
}

describe('limitPeers', () => {
  const connectFrom = (server: EventEmitter, address: string): Peer => {
    const peer = new Peer(address);
    server.emit('connection', peer);
    return peer;
  };

  it('keeps one address with many silent connections from keeping others out', () => {
    const server = new EventEmitter();
    limitPeers(server as never, 3);
    const silent = Array.from({ length: 1_000 }, () => connectFrom(server, '198.51.100.7'));
    assert.equal(silent.filter(({ isClosed }) => !isClosed).length, 3);
    assert.equal(connectFrom(server, '198.51.100.8').isClosed, false);
    silent[0]?.destroy();
    assert.deepEqual(
      [1, 2].map(() => connectFrom(server, '198.51.100.7').isClosed),
      [false, true],
    );
  });

  it('counts an IPv6 network and a mapped IPv4 address as one peer', () => {
    const server = new EventEmitter();
    limitPeers(server as never, 2);
    const network = [1, 2, 3].map((last) => connectFrom(server, `2001:db8::${last}`).isClosed);
    const mapped = ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201'].map(
      (each) => connectFrom(server, each).isClosed,
    );
    assert.deepEqual(
      [network, mapped],
      [
        [false, false, true],
        [false, false, true],
      ],
    );
  });
});
