import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { scanText } from '../../../../src/core/secrets/scanText.ts';
import { SecretSource } from '../../../support/fakes/secretSamples.ts';
import { projectFiles, projectText } from '../../project/projectFiles.ts';

const found = (text: string): readonly string[] => scanText(text).map(({ start, end }) => text.slice(start, end));

/** Long random values that are not secrets. */
const harmless: Readonly<Record<string, (source: SecretSource) => string>> = {
  'an integrity of a lock file': (s) => `"integrity": "sha512-${s.text('ABCxyz019+/', 86)}==",`,
  'a line of yarn.lock': (s) => `  integrity sha512-${s.base62(86)}==\n  checksum: ${s.hex(128)}`,
  'a line of go.sum': (s) => `golang.org/x/text v0.3.0 h1:${s.base62(43)}=`,
  'a checksum of Cargo.lock': (s) => `checksum = "${s.hex(64)}"`,
  'a hash of poetry.lock': (s) => `{file = "a-1.0.tar.gz", hash = "sha256:${s.hex(64)}"},`,
  'a commit': (s) => `commit: ${s.hex(40)}\nref = '${s.hex(40)}'`,
  'a UUID': (s) => `const tokenId = '${s.hex(8)}-${s.hex(4)}-4${s.hex(3)}-a${s.hex(3)}-${s.hex(12)}';`,
  'an image as Base64': (s) => `src="data:image/png;base64,iVBORw0KGgo${s.base62(400)}"`,
  'a certificate': (s) =>
    `-----BEGIN CERTIFICATE-----\n${s.base64Lines('MIID', 12).join('\n')}\n-----END CERTIFICATE-----`,
  'a public key': (s) => `ssh-rsa AAAAB3NzaC1yc2E${s.base62(350)} me@host\npublicKey: '${s.base62(44)}'`,
  'a link with a long path': (s) => `const url = 'https://example.com/${s.base62(40)}/view?page=2';`,
  'a colour and a number': (s) => `token: '#${s.hex(6)}', secret: ${s.number(10 ** 9)}`,
};

const plain: readonly string[] = [
  'const password = process.env.DB_PASSWORD;',
  'const token = await getToken(account2);',
  `password: \${{ secrets.DEPLOY_PASSWORD }}`,
  `PASSWORD=\${PASSWORD:?missing}`,
  'API_TOKEN=$(pass show api)',
  'TOKEN=<your-token>',
  'password = "changeme"',
  'secretName: my-app-secret-v2',
  'token: CancellationToken;',
  'interface Props { password: string; token?: string }',
  'label: "Password", placeholder: "Enter your password"',
  'const apiKey = config.services[0].apiKey1;',
  'Bearer authentication is described in RFC 6750; the token endpoint issues it.',
  'Authorization: Bearer <token>',
  `Authorization: \`Bearer \${token}\``,
  'postgres://postgres:postgres@localhost/test',
  'https://user:password@example.com',
  `mysql://root:\${PASSWORD}@db`,
  'ssh://git@github.com:22/a/b',
  'nextPageToken: "CAUQAA9zX1kTq3LmN0bV7"',
  'TOKEN_LIFETIME=3600',
  'SECRET_FILE=/run/secrets/app',
  'if (secret == null) throw new Error("secret: missing");',
  '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
  'pass: 12, compass: "N45W120", bypass: "a1b2c3d4e5f6g7h8"',
  'const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";',
  'log("password:", value1)',
  'The password is stored in /etc/app1/conf.d; the passphrase v1.2.3 too.',
  'git config --global --password --quiet2',
  'debug("pw:test:protocol")',
  '| password | varchar(255) | NOT NULL |',
  `url=\${PASSWORD_FILE:-/run/secrets/app1}`,
  `\${API_TOKEN:?missing1}`,
  'https://first.last2@example.com',
  '#define OBJ_password OBJ_pkcs9,7L',
  'variable "db_password" { default = "changeme" }',
  'docker run -p 8080:80 nginx1',
  '"@scope/rule-1password": "^10.2.2"',
];

describe('values that only look like a secret', () => {
  for (const [name, make] of Object.entries(harmless)) {
    it(`finds no secret: ${name}`, () => {
      fc.assert(
        fc.property(fc.nat(), (seed) => assert.deepEqual(found(make(new SecretSource(seed))), [])),
        { numRuns: 1000, seed: 1 },
      );
    });
  }

  for (const text of plain) {
    it(`finds no secret: ${JSON.stringify(text)}`, () => assert.deepEqual(found(text), []));
  }

  it('reports nothing in the sources, the lock file and the texts of this project', () => {
    const paths = [...projectFiles('src/**/*.ts'), ...projectFiles('l10n/*.json'), 'package-lock.json', 'README.md'];
    const alarms = paths.flatMap((path) => found(projectText(path)).map((value) => `${path}: ${value}`));
    assert.ok(paths.length > 150);
    assert.deepEqual(alarms, []);
  });

  it('reports no hashes of any length', () => {
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
      const digest = createHash(algorithm).update('text');
      assert.deepEqual(found(`${algorithm}: "${digest.copy().digest('hex')}" // ${digest.digest('base64')}`), []);
    }
  });
});
