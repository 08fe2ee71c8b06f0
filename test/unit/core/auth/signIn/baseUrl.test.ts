import assert from 'node:assert/strict';
import { BaseUrlError, BrokerUrlError } from '../../../../../src/core/auth/errors.ts';
import { parseBaseUrl, parseBrokerUrl } from '../../../../../src/core/auth/signIn/baseUrl.ts';

const problemOf = (text: string): string => {
  try {
    return `accepted as ${parseBaseUrl(text)}`;
  } catch (error) {
    assert.ok(error instanceof BaseUrlError);
    return error.problem;
  }
};

describe('the base URL', () => {
  for (const [typed, normalized] of [
    [' https://chat.example.com ', ''],
    ['HTTPS://Chat.Example.COM', ''],
    ['https://chat.example.com:443/', ''],
    ...['/v1', '/v1/', '/v1//', '//v1', '/'].map((end) => [`https://chat.example.com${end}`, ''] as const),
    ...['/api/v1', '/api//v1/', '/api/'].map((path) => [`chat.example.com${path}`, '/api'] as const),
  ] as const) {
    it(`is normalized: ${typed}`, () => assert.equal(parseBaseUrl(typed), `https://chat.example.com${normalized}`));
  }

  const refused: Readonly<Record<string, readonly string[]>> = {
    empty: ['', ' \t\n'],
    // Only resources are below /v1.
    'below-v1': ['/v1/rooms', '/v1/people/me', '/api/v1/rooms/', '/v1//rooms', '/v1/v1'].map(
      (path) => `https://chat.example.com${path}`,
    ),
    'not-a-url': [
      // Typing errors that would change the host.
      'https//chat.example.com',
      'https:/chat.example.com',
      'https:///chat.example.com',
      'HTTPS:\\\\chat.example.com',
      'https',
      'htps//chat.example.com',
      '//chat.example.com',
      'two words',
      'https://host:notaport',
      'javascript:alert(1)',
    ],
    'not-https': [
      ...['chat.example.com', 'localhost.example.com', '127.0.0.1.example.com', '192.168.0.2', '[::2]'].map(
        (host) => `http://${host}`,
      ),
      ...['ftp://chat.example.com', 'file:///etc', 'vscode://chat.example.com', 'ws://localhost'],
    ],
    'has-credentials': [
      'https://ada@chat.example.com',
      'https://ada:secret@chat.example.com',
      'https://chat.example.com@evil.example',
    ],
    'has-query': ['https://chat.example.com/?a=b', 'https://chat.example.com/#top'],
  };
  for (const [problem, texts] of Object.entries(refused)) {
    it(`is refused as ${problem}`, () => {
      for (const text of texts) assert.equal(problemOf(text), problem, text);
    });
  }

  it('may be plain http on this computer, and have a name like a scheme', () => {
    for (const typed of [
      'http://localhost:8080',
      'http://127.0.0.1:8080',
      'http://[::1]:8080',
      'https://https.example.com',
    ]) {
      assert.equal(parseBaseUrl(typed), typed);
    }
    assert.equal(parseBaseUrl('https.example.com'), 'https://https.example.com');
  });

  it('of a broker may have any path, but no typing error', () => {
    assert.equal(parseBrokerUrl('https://broker.example.com/v1/roomside/'), 'https://broker.example.com/v1/roomside');
    assert.throws(() => parseBrokerUrl('https//broker.example.com'), BrokerUrlError);
  });
});
