import assert from 'node:assert/strict';
import { isLoopbackHost } from '../../../../src/core/base/loopback.ts';

const own = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '127.0.0.1', '127.255.255.254', '0x7f000001'],
  ...['2130706433', '0.0.0.0', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f12:3]', '[::ffff:0.0.0.0]'],
];
const others = [
  ...['example.com', 'localhost.example.com', 'notlocalhost', '127.0.0.1.example.com', '128.0.0.1', '0.0.0.1'],
  ...['192.168.0.1', '[::ffff:192.168.0.1]', '[::ffff:7e00:1]'],
];

describe('isLoopbackHost', () => {
  for (const host of own) {
    it(`is true for ${host}`, () => assert.equal(isLoopbackHost(new URL(`https://${host}`).hostname), true));
  }
  for (const host of others) {
    it(`is false for ${host}`, () => assert.equal(isLoopbackHost(new URL(`https://${host}`).hostname), false));
  }
});
