import assert from 'node:assert/strict';
import { mayNameSecret, meaningOfName } from '../../../../../src/core/secrets/rules/nameMeaning.ts';
import names from '../../../../../src/core/secrets/rules/secretNames.json' with { type: 'json' };

const words = [
  ...names.passwords,
  ...names.secrets,
  'db_pass',
  'db_pw',
  'db_psk',
  'db_auth',
  'dbPass',
  'DbPw',
  'dbPsk',
];
const types = ['', 'value', 'text', 'base64', 'b64'];

describe('mayNameSecret', () => {
  it('takes each name for one that says password or secret', () => {
    const typed = words.flatMap((word) => ['', 's'].flatMap((plural) => types.map((type) => [word + plural, type])));
    const all = ['', '_', '-', '.'].flatMap((sign) =>
      ['', '2', '_2'].flatMap((end) => typed.map((parts) => parts.join(sign) + end)),
    );
    const meaningful = [...all, ...all.map((name) => name.toUpperCase())].filter((name) =>
      ['password', 'secret'].includes(meaningOfName(name)),
    );
    assert.ok(meaningful.length > 1000, `${meaningful.length} names`);
    assert.deepEqual(
      meaningful.filter((name) => !mayNameSecret(name)),
      [],
    );
  });
});
