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
  for (const text of [
    'https://example.com/a.png',
    'http://example.com',
    '  https://example.com/a%20b\n',
    'HTTPS://Example.COM/A?b=c&d=https://e.example.org#f',
    'https://example.com:8443/a',
    'https://8.8.8.8/a',
    'https://172.15.0.1/',
    'https://172.32.0.1/',
    'https://100.128.0.1/',
    'https://192.169.0.1/',
    'https://[2606:4700:4700::1111]/',
    'https://[2a00:1450:4001:81b::200e]/a',
    'https://example.com./a',
    'https://localhost.example.com/',
    'https://mytest.com/',
    'https://münchen.de/ä',
  ]) {
    it(`accepts ${JSON.stringify(text)}`, () => {
      assert.equal(parsePublicUrl(text).href, new URL(text.trim()).href);
    });
  }

  const refused: readonly (readonly [NotPublicUrlReason, string])[] = [
    ['empty', ''],
    ['empty', ' \n\t'],
    ['several', 'https://a.com/1 https://b.com/2'],
    ['several', 'https://a.com/1\nhttps://b.com/2'],
    ['several', 'https://a.com/1, https://b.com/2'],
    ['several', '<https://a.com/1><https://b.com/2>'],
    ['malformed', 'example.com/a.png'],
    ['malformed', '/a/b'],
    ['malformed', 'https://'],
    ['malformed', 'https:///a'],
    ['malformed', 'https:a.com'],
    ['malformed', 'https:/a.com'],
    ['malformed', 'https:\\\\a.com\\b'],
    ['malformed', 'https://a.com/b c'],
    ['malformed', 'https://a.com/b\nc'],
    ['malformed', 'https://a.com/\u0000'],
    ['malformed', 'https://[::1'],
    ['malformed', 'https://a.com:99999/'],
    ['malformed', 'see https://a.com'],
    ['malformed', '<https://a.com>'],
    ['scheme', 'ftp://example.com/a'],
    ['scheme', 'file:///etc/passwd'],
    ['scheme', 'javascript:alert(1)'],
    ['scheme', 'data:text/plain,x'],
    ['scheme', 'mailto:a@example.com'],
    ['scheme', 'C:/a.png'],
    ['credentials', 'https://user:secret@example.com/'],
    ['credentials', 'https://user@example.com/'],
    ['credentials', 'https://example.com@evil.com/'],
    ['credentials', 'https://:secret@example.com/'],
    ...[
      'localhost',
      'localhost:8080',
      'LOCALHOST',
      'localhost.',
      'a.localhost',
      'intranet',
      'printer.local',
      'api.internal',
      'nas.lan',
      'nas.home',
      'router.home.arpa',
      'home.arpa',
      'git.corp',
      'a.test',
      'a.invalid',
      'a.example',
      'a.onion',
      'a..com',
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.0.0.1',
      '017700000001',
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.7',
      '203.0.113.9',
      '224.0.0.1',
      '255.255.255.255',
      '[::]',
      '[::1]',
      '[fe80::1]',
      '[fc00::1]',
      '[fd12:3456::1]',
      '[ff02::1]',
      '[2001:db8::1]',
      '[2001::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:10.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[100::1]',
    ].map((host) => ['private-host', `http://${host}/a`] as const),
  ];
  for (const [reason, text] of refused) {
    it(`refuses ${JSON.stringify(text)} as ${reason}`, () => {
      assert.equal(reasonOf(text), reason);
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
