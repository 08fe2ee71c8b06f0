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
  it('is normalized', () => {
    for (const typed of [
      ' https://chat.example.com ',
      'HTTPS://Chat.Example.COM',
      'https://chat.example.com:443/',
      'https://chat.example.com///',
    ]) {
      assert.equal(parseBaseUrl(typed), 'https://chat.example.com');
    }
  });

  it('loses the final /v1 and trailing slashes', () => {
    for (const typed of ['/v1', '/v1/', '/v1//', '//v1', '/']) {
      assert.equal(parseBaseUrl(`https://chat.example.com${typed}`), 'https://chat.example.com');
    }
    assert.equal(parseBaseUrl('https://chat.example.com/api/v1'), 'https://chat.example.com/api');
    assert.equal(parseBaseUrl('https://chat.example.com/api//v1/'), 'https://chat.example.com/api');
    assert.equal(parseBaseUrl('https://chat.example.com/api/'), 'https://chat.example.com/api');
  });

  it('is refused below /v1, where only resources are', () => {
    for (const path of ['/v1/rooms', '/v1/people/me', '/api/v1/rooms/', '/v1//rooms', '/v1/v1']) {
      assert.equal(problemOf(`https://chat.example.com${path}`), 'below-v1', path);
    }
  });

  it('is refused with a typing error that would change the host', () => {
    for (const typed of [
      'https//chat.example.com',
      'http//chat.example.com',
      'https:chat.example.com',
      'https:/chat.example.com',
      'https:///chat.example.com',
      'https:////chat.example.com',
      'HTTPS:\\\\chat.example.com',
      'https://\\chat.example.com',
      'https',
      'https/chat.example.com',
      'htps//chat.example.com',
      '//chat.example.com',
    ]) {
      assert.equal(problemOf(typed), 'not-a-url', typed);
    }
    assert.equal(parseBaseUrl('https.example.com'), 'https://https.example.com');
    assert.equal(parseBaseUrl('https://https.example.com'), 'https://https.example.com');
  });

  it('may be plain http only on this computer', () => {
    assert.equal(parseBaseUrl('http://localhost:8080'), 'http://localhost:8080');
    assert.equal(parseBaseUrl('http://127.0.0.1:8080/'), 'http://127.0.0.1:8080');
    assert.equal(parseBaseUrl('http://[::1]:8080'), 'http://[::1]:8080');
    for (const typed of [
      'http://chat.example.com',
      'http://localhost.example.com',
      'http://127.0.0.1.example.com',
      'http://192.168.0.2',
      'http://[::2]',
    ]) {
      assert.equal(problemOf(typed), 'not-https');
    }
  });

  it('is refused with any other scheme', () => {
    for (const typed of ['ftp://chat.example.com', 'file:///etc', 'vscode://chat.example.com', 'ws://localhost']) {
      assert.equal(problemOf(typed), 'not-https');
    }
  });

  it('is refused with a user name or password in it', () => {
    assert.equal(problemOf('https://ada@chat.example.com'), 'has-credentials');
    assert.equal(problemOf('https://ada:secret@chat.example.com'), 'has-credentials');
    assert.equal(problemOf('https://:secret@chat.example.com'), 'has-credentials');
    assert.equal(problemOf('https://chat.example.com@evil.example'), 'has-credentials');
  });

  it('is refused with a query or a fragment', () => {
    assert.equal(problemOf('https://chat.example.com/?a=b'), 'has-query');
    assert.equal(problemOf('https://chat.example.com/#top'), 'has-query');
  });

  it('is refused if it is empty or not a URL', () => {
    assert.equal(problemOf(''), 'empty');
    assert.equal(problemOf(' \t\n'), 'empty');
    for (const typed of [
      'https://',
      'two words',
      'https://exa mple.com',
      'https://host:notaport',
      'javascript:alert(1)',
    ]) {
      assert.equal(problemOf(typed), 'not-a-url');
    }
  });

  it('of a broker may have any path, but no typing error', () => {
    assert.equal(parseBrokerUrl('https://broker.example.com/v1/roomside/'), 'https://broker.example.com/v1/roomside');
    assert.throws(() => parseBrokerUrl('https//broker.example.com'), BrokerUrlError);
  });
});
