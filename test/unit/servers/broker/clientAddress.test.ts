import assert from 'node:assert/strict';
import fc from 'fast-check';
import { clientAddress } from '../../../../src/servers/broker/limitRequests.ts';

describe('clientAddress', () => {
  const forwarded = '203.0.113.9, 198.51.100.1, 198.51.100.2';

  it('[S60] returns the address of the socket unless proxies are trusted', () => {
    assert.equal(clientAddress('192.0.2.1', forwarded, 0), '192.0.2.1');
  });

  it('[S60] counts from the end, one address for each trusted proxy', () => {
    assert.equal(clientAddress('192.0.2.1', forwarded, 1), '198.51.100.2');
    assert.equal(clientAddress('192.0.2.1', forwarded, 2), '198.51.100.1');
    assert.equal(clientAddress('192.0.2.1', '198.51.100.1:4711', 1), '198.51.100.1');
    assert.equal(clientAddress('192.0.2.1', '[2001:db8::1]:4711', 1), '2001:db8::/64');
  });

  it('[S60] returns the address of the socket when too few or invalid addresses are forwarded', () => {
    for (const header of [undefined, '', forwarded, 'unknown, , <script>, x']) {
      assert.equal(clientAddress('192.0.2.1', header, 4), '192.0.2.1', header);
    }
    assert.equal(clientAddress('192.0.2.1', 'unknown', 1), '192.0.2.1');
    assert.equal(clientAddress(undefined, undefined, 0), 'unknown');
  });

  it('returns the /64 network of an IPv6 address, and IPv4 in any notation', () => {
    const network = '2001:db8:1:2::/64';
    assert.equal(clientAddress('2001:db8:1:2:3:4:5:6', undefined, 0), network);
    assert.equal(clientAddress('2001:0db8:0001:0002::ffff', undefined, 0), network);
    assert.notEqual(clientAddress('2001:db8:1:3::1', undefined, 0), network);
    assert.equal(clientAddress('::1', undefined, 0), '::/64');
    assert.equal(clientAddress('fe80::1%eth0', undefined, 0), 'fe80::/64');
    for (const mapped of ['::ffff:192.0.2.1', '::ffff:c000:201', '0:0:0:0:0:FFFF:C000:0201', '64:ff9b::192.0.2.1']) {
      assert.equal(clientAddress(mapped, undefined, 0), '192.0.2.1', mapped);
    }
    assert.equal(clientAddress('64:ff9b::c633:6401', undefined, 0), '198.51.100.1');
    assert.equal(clientAddress('64:ff9b:1::c633:6401', undefined, 0), '64:ff9b:1::/64');
    assert.equal(clientAddress('2001:db8:1:2::192.0.2.1', undefined, 0), network);
  });

  it('returns a network for every IPv6 address', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        assert.match(clientAddress(address, undefined, 0), /^(?:[\da-f:]+\/64|[\d.]+)$/, address);
      }),
    );
  });
});
