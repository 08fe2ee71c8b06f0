import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RoomsideError } from '../../../../src/core/base/errors.ts';
import { NotPublicUrlError, type NotPublicUrlReason, parsePublicUrl } from '../../../../src/platform/http/publicUrl.ts';
import { hostileText, manyCases } from '../../core/markdown/hostileText.ts';

const reasonOf = (text: string): NotPublicUrlReason | 'public' => {
  try {
    parsePublicUrl(text);
  } catch (error) {
    assert.ok(error instanceof NotPublicUrlError);
    assert.ok(error instanceof RoomsideError);
    return error.reason;
  }
  return 'public';
};

describe('parsePublicUrl', () => {
  it('accepts one URL on a public host', () => {
    for (const text of [
      ...['https://example.com/a.png', 'http://example.com', '  https://example.com/a%20b\n', 'https://8.8.8.8/a'],
      ...['HTTPS://Example.COM/A?b=c&d=https://e.example.org#f', 'https://172.32.0.1/', 'https://100.128.0.1/'],
      ...['https://[2606:4700:4700::1111]/', 'https://localhost.example.com/', 'https://mytest.com/'],
      'https://münchen.de/ä',
    ])
      assert.equal(parsePublicUrl(text).href, new URL(text.trim()).href);
  });

  const hosts = `localhost localhost. a.localhost intranet printer.local router.home.arpa home.arpa a.test a.onion a..com
    127.0.0.1 100.64.0.1 169.254.169.254 172.16.0.1 192.168.1.1 192.0.2.1 198.18.0.1 203.0.113.9 [::] [::1] [fe80::1]
    [fc00::1] [ff02::1] [2001:db8::1] [2001::1] [::ffff:10.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::] [100::1]`;
  const refused: Readonly<Record<Exclude<NotPublicUrlReason, 'empty'>, readonly string[]>> = {
    several: [
      ...['https://a.com/1 https://b.com/2', 'https://a.com/1, https://b.com/2', '<https://a.com/1><https://b.com/2>'],
    ],
    malformed: [
      ...[
        'example.com/a.png',
        'https:///a',
        'https:/a.com',
        'https:\\\\a.com\\b',
        'https://a.com/b c',
        'see https://a.com',
      ],
      ...['https://a.com/\u0000', 'https://[::1'],
    ],
    scheme: ['ftp://example.com/a', 'javascript:alert(1)', 'C:/a.png'],
    credentials: ['https://user:secret@example.com/', 'https://example.com@evil.com/'],
    'private-host': hosts.split(/\s+/).map((host) => `http://${host}/a`),
  };
  for (const [reason, texts] of Object.entries({ ...refused, empty: ['', ' '] })) {
    it(`refuses text that is ${reason}`, () => {
      for (const text of texts) assert.equal(reasonOf(text), reason, text);
    });
  }

  it('checks every IPv4 address by its range, in any notation', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), ([a, b, c, d]) => {
        const number = ((a * 256 + b) * 256 + c) * 256 + d;
        const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        const reason = reasonOf(`http://${a}.${b}.${c}.${d}/`);
        assert.equal(reasonOf(`http://${number}/`), reason);
        assert.equal(reasonOf(`http://[::ffff:${hex}]/`), reason);
        if ([0, 10, 127].includes(a) || a >= 224) assert.equal(reason, 'private-host');
      }),
      manyCases,
    );
  });

  it('returns one http or https URL without credentials or throws a typed error, for any text', () => {
    const text = fc.oneof(
      hostileText,
      hostileText.map((rest) => `https://example.com/${rest}`),
      hostileText.map((host) => `https://${host}`),
    );
    fc.assert(
      fc.property(text, (any) => {
        if (reasonOf(any) !== 'public') return;
        const url = parsePublicUrl(any);
        assert.match(url.href, /^https?:\/\/[^/@]+\//);
        assert.equal(url.username + url.password, '');
      }),
      manyCases,
    );
  });
});
