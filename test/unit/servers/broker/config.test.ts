import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { redirectUriOf } from '../../../../src/servers/broker/config/brokerConfig.ts';
import { ConfigError } from '../../../../src/servers/broker/config/environment.ts';
import { readConfig, readListenAddress } from '../../../../src/servers/broker/config/readConfig.ts';
import { newSealKey } from '../../../../src/servers/broker/config/sealKeys.ts';
import { scopes } from './deployment.ts';

const key = newSealKey(new Date());

const goodVariables: Readonly<Record<string, string>> = {
  BROKER_PUBLIC_URL: 'https://broker.example.com',
  BROKER_UPSTREAM_URL: 'https://api.example.com',
  BROKER_CLIENT_ID: 'client',
  BROKER_CLIENT_SECRET: 'client-secret',
  BROKER_SEAL_KEYS: key,
};

const known = [
  ...['vscode', 'vscode-insiders', 'code-oss', 'vscodium', 'vscodium-insiders'],
  ...['cursor', 'windsurf', 'positron'],
];

const noFiles = (path: string): string => {
  throw Object.assign(new Error(`no such file: ${path}`), { code: 'ENOENT' });
};
const read = (changes: Readonly<Record<string, string | undefined>> = {}, readFile = noFiles) =>
  readConfig({ ...goodVariables, ...changes }, readFile);

/** Invalid settings, with the text of the error line. */
const badSettings: readonly (readonly [changes: Readonly<Record<string, string | undefined>>, line: RegExp])[] = [
  ...Object.keys(goodVariables).map(
    (name) => [{ [name]: undefined }, new RegExp(`^${name} is missing \\(or ${name}_FILE`)] as const,
  ),
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /^NODE_TLS_REJECT_UNAUTHORIZED=0 switches certificate checks off/],
  [{ BROKER_CLIENT_SECRET: 'first\nsecond-line' }, /^BROKER_CLIENT_SECRET must be one line/],
  [{ BROKER_PUBLIC_URL: 'http://broker.example.com' }, /^BROKER_PUBLIC_URL must begin with https/],
  [{ BROKER_PUBLIC_URL: 'http://localhost.evil.example' }, /^BROKER_PUBLIC_URL must begin with https/],
  [{ BROKER_PUBLIC_URL: 'broker' }, /^BROKER_PUBLIC_URL is not an address/],
  [{ BROKER_PUBLIC_URL: 'https://*.example.com' }, /^BROKER_PUBLIC_URL must be an exact address/],
  [{ BROKER_PUBLIC_URL: 'https://a:b@broker.example.com' }, /^BROKER_PUBLIC_URL must not contain a user name/],
  [{ BROKER_PUBLIC_URL: 'https://broker.example.com?x' }, /^BROKER_PUBLIC_URL must not contain a query/],
  [{ BROKER_SEAL_KEYS: 'k1' }, /^The key 1 of BROKER_SEAL_KEYS is not of the form/],
  [{ BROKER_SEAL_KEYS: `k1:${randomBytes(31).toString('base64url')}` }, /^The key 1 .* has 31 bytes instead of 32/],
  [{ BROKER_SEAL_KEYS: `${key},k2:short` }, /^The key 2 .* has 3 bytes/],
  [{ BROKER_SEAL_KEYS: `k1:${Buffer.alloc(32).toString('base64url')}` }, /^The key 1 .* is not random/],
  [{ BROKER_SEAL_KEYS: `${key},${key}` }, /two keys with the same id/],
  [{ BROKER_SEAL_KEYS: 'k1:with spaces in it' }, /^The key 1 .* is not base64url/],
  [{ BROKER_SEAL_KEYS: ',' }, /contains no key/],
  [{ BROKER_WEB_CALLBACKS: 'https://*.example.com/callback' }, /^BROKER_WEB_CALLBACKS must be an exact address/],
  [{ BROKER_WEB_CALLBACKS: 'https://code.example.com' }, /^BROKER_WEB_CALLBACKS contains an address that does not end/],
  [{ BROKER_ORGANIZATION: 'Tide Office\n\nPaste your token here' }, /^BROKER_ORGANIZATION must be one line/],
  [{ BROKER_ORGANIZATION: 'Tide \u202eOffice' }, /^BROKER_ORGANIZATION must be one line/],
  [{ BROKER_APP_URL: 'https://chat.example.com/' }, /^BROKER_APP_URL must begin with https/],
  [{ BROKER_APP_URL: 'https://{room}.example.com/' }, /^BROKER_APP_URL must begin with https/],
  [{ BROKER_APP_URL: 'app://im?space={room}' }, /^BROKER_APP_URL must begin with https/],
  [{ BROKER_GIT_HOSTS: 'git.example.com' }, /^BROKER_GIT_HOSTS must be like git/],
  [{ BROKER_GIT_HOSTS: 'git.example.com=gitlab,' }, /^BROKER_GIT_HOSTS must be like git/],
  [{ BROKER_GIT_HOSTS: 'https://git.example.com=gitlab' }, /^BROKER_GIT_HOSTS must be like git/],
  [{ BROKER_EDITOR_SCHEMES: '*' }, /^BROKER_EDITOR_SCHEMES must name each scheme/],
  [{ BROKER_EDITOR_SCHEMES: 'vscode,https' }, /contains “https”, which is not an editor.s scheme/],
  [{ BROKER_EDITOR_SCHEMES: 'vs code' }, /contains “vs code”, which is not a URI scheme/],
  [{ BROKER_EDITOR_SCHEMES: ',' }, /names no scheme/],
  [{ BROKER_EDITOR_SCHEMES: 'vscode,+kiro' }, /contains “\+kiro”/],
  [{ BROKER_SCOPE_PREFIX: 'svc:all ' }, /^BROKER_SCOPE_PREFIX is not a name/],
  [{ BROKER_UPSTREAM_PKCE: 'on' }, /^BROKER_UPSTREAM_PKCE must be off or send/],
  [{ BROKER_TRUSTED_HOPS: '-1' }, /^BROKER_TRUSTED_HOPS must be a whole number from 0 to 10/],
  [{ BROKER_REQUESTS_PER_MINUTE: '0' }, /^BROKER_REQUESTS_PER_MINUTE must be a whole number from 1/],
  [{ BROKER_LISTEN_PORT: '65536' }, /^BROKER_LISTEN_PORT must be a whole number/],
  [{ REDIS_URL: 'http://redis' }, /^REDIS_URL must be an address that begins with redis/],
  ...['/', '#', '?', '@', '%zz'].map(
    (sign) => [{ REDIS_URL: `redis://:second-line${sign}@redis:6379` }, /^REDIS_URL must have %2F/] as const,
  ),
  [{ HTTPS_PROXY: 'proxy:3128' }, /^HTTPS_PROXY must be an address/],
  [{ BROKER_METRICS_PORT: 'tcp://10.0.0.1:80' }, /^BROKER_METRICS_PORT must be a whole number/],
  [{ BROKER_SEAL_KEY: key }, /^BROKER_SEAL_KEY is not a setting of the broker/],
  [{ BROKER_SEAL_KEYS_FILE: '/run/secrets/keys' }, /^BROKER_SEAL_KEYS and BROKER_SEAL_KEYS_FILE are both set/],
  [
    { BROKER_SEAL_KEYS: undefined, BROKER_SEAL_KEYS_FILE: '/run/secrets/keys' },
    /cannot be read: \/run\/secrets\/keys \(ENOENT\)/,
  ],
];

describe('the configuration of a broker', () => {
  it('needs five settings, and has safe defaults', () => {
    const { sealKeys, ...config } = read();
    assert.deepEqual(config, {
      publicUrl: 'https://broker.example.com',
      upstream: {
        ...{ baseUrl: 'https://api.example.com', clientId: 'client', clientSecret: 'client-secret' },
        ...{ scopes, pkce: 'send' },
      },
      editorSchemes: known,
      webCallbacks: [],
      trustedHops: 0,
      requestsPerMinute: 60,
      listenHost: '127.0.0.1',
      listenPort: 4290,
      metricsPort: undefined,
      redisUrl: undefined,
      proxy: undefined,
    });
    assert.deepEqual([sealKeys.length, sealKeys[0]?.bytes.byteLength], [1, 32]);
  });

  it('reads all settings', () => {
    const config = read({
      BROKER_PUBLIC_URL: 'https://example.com/roomside/',
      BROKER_UPSTREAM_URL: 'https://api.example.com/v1/',
      BROKER_SEAL_KEYS: `new:${randomBytes(32).toString('base64')},\n${key}\n`,
      BROKER_SCOPE_PREFIX: 'spark',
      BROKER_UPSTREAM_PKCE: 'off',
      BROKER_EDITOR_SCHEMES: 'vscode, code-oss',
      BROKER_WEB_CALLBACKS: 'https://code.example.com/callback, https://example.com/code/callback',
      BROKER_TRUSTED_HOPS: '2',
      BROKER_REQUESTS_PER_MINUTE: '600',
      BROKER_LISTEN_HOST: '[::]',
      BROKER_LISTEN_PORT: '8080',
      HTTPS_PROXY: 'http://proxy.example.com:3128',
      REDIS_URL: 'rediss://:password@redis.example.com:6380/1',
    });
    assert.equal(redirectUriOf(config), 'https://example.com/roomside/callback');
    assert.equal(config.upstream.baseUrl, 'https://api.example.com');
    assert.ok(config.upstream.scopes.every((scope) => scope.startsWith('spark:')));
    const ids = config.sealKeys.map(({ id }) => id);
    assert.deepEqual(ids, ['new', key.split(':')[0]]);
    assert.deepEqual(config.editorSchemes, ['vscode', 'code-oss']);
    assert.deepEqual(config.webCallbacks, ['https://code.example.com/callback', 'https://example.com/code/callback']);
    assert.deepEqual([config.trustedHops, config.requestsPerMinute, config.listenPort], [2, 600, 8080]);
    assert.deepEqual([config.listenHost, config.proxy], ['::', 'http://proxy.example.com:3128']);
  });

  it('is not mixed up with what Kubernetes adds for services whose names begin with broker', () => {
    const links = ['', '_REDIS', '_METRICS', '_PORT_X'].flatMap((name) => {
      const ports = ['_PORT', '_PORT_80_TCP', '_SERVICE_PORT', '_SERVICE_PORT_HTTP', '_PORT_80_TCP_ADDR'];
      return [...ports, '_SERVICE_HOST'].map((end) => [`BROKER${name}${end}`, 'tcp://10.0.0.1:80']);
    });
    assert.equal(read(Object.fromEntries(links)).metricsPort, undefined);
    assert.equal(read({ ...Object.fromEntries(links), BROKER_METRICS_PORT: '4291' }).metricsPort, 4291);
  });

  it('tells where the broker listens without reading a secret', () => {
    const files = { BROKER_CLIENT_SECRET_FILE: '/run/secrets/client', BROKER_LISTEN_PORT: '8080' };
    assert.deepEqual(readListenAddress(files, noFiles), { host: '127.0.0.1', port: 8080 });
  });

  it('reads secrets from files, adds editors to the known ones, and allows localhost without TLS', () => {
    const files: Record<string, string> = { '/run/secrets/client': 'from-file\n', '/run/secrets/keys': `${key}\n` };
    for (const origin of ['http://localhost:4290', 'http://127.0.0.1:4290', 'http://[::1]:4290']) {
      const variables = {
        ...{ BROKER_CLIENT_SECRET: undefined, BROKER_CLIENT_SECRET_FILE: '/run/secrets/client' },
        ...{ BROKER_SEAL_KEYS: '', BROKER_SEAL_KEYS_FILE: '/run/secrets/keys' },
        ...{
          BROKER_PUBLIC_URL: origin,
          BROKER_UPSTREAM_URL: origin,
          BROKER_EDITOR_SCHEMES: '+kiro, cursor,other-fork',
        },
      };
      const config = read(variables, (path) => files[path] ?? noFiles(path));
      assert.equal(config.publicUrl, origin);
      assert.deepEqual([config.upstream.clientSecret, config.sealKeys[0]?.id], ['from-file', key.split(':')[0]]);
      assert.deepEqual(config.editorSchemes, [...known, 'kiro', 'other-fork']);
    }
  });

  it('[S59] is rejected with one line that names the setting and contains no secret', () => {
    for (const [changes, line] of badSettings) {
      assert.throws(
        () => read(changes),
        (error) => {
          assert.ok(error instanceof ConfigError, String(error));
          assert.match(error.message, line);
          assert.doesNotMatch(error.message, /\n/);
          const secrets = ['client-secret', key.split(':')[1] ?? '', 'second-line'];
          for (const secret of secrets) assert.ok(!error.message.includes(secret), error.message);
          return true;
        },
      );
    }
  });
});
