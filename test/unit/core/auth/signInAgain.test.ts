import assert from 'node:assert/strict';
import { signsInAsBefore } from '../../../../src/core/auth/signInAgain.ts';
import { sampleAccount } from './sampleAccount.ts';

const [baseUrl, brokerUrl, other] = ['https://chat.example.com', 'https://broker.example.com', 'https://other.example'];
const nothingSet = {};

describe('an account that has to sign in again', () => {
  const expired = (fields: Parameters<typeof sampleAccount>[0]) => sampleAccount({ state: 'reauth', ...fields });
  const broker = expired({ kind: 'broker', brokerUrl });
  const sandbox = expired({ kind: 'sandbox', baseUrl: 'http://127.0.0.1:7000', brokerUrl: 'http://127.0.0.1:7001' });

  for (const [what, account, configured, expected] of [
    ['with its integration', expired({}), nothingSet, true],
    ['with its integration, whatever broker is set', expired({}), { baseUrl, brokerUrl }, true],
    ['with a personal token', expired({ kind: 'personal-token' }), nothingSet, true],
    ['through its broker', broker, nothingSet, true],
    ['through its broker if it is the one in the settings', broker, { baseUrl, brokerUrl }, true],
    ['at the sandbox, whatever the settings name', sandbox, { baseUrl, brokerUrl }, true],
    ['if the end of its session was announced', sampleAccount({ announcedEndMs: 1 }), nothingSet, true],
    ['while its session is valid', sampleAccount(), nothingSet, false],
    ['[S43] if the settings name another service', expired({}), { ...nothingSet, baseUrl: other }, false],
    ['[S43] if the settings name another broker', broker, { ...nothingSet, brokerUrl: other }, false],
    ['[S43] if the settings name another service of its broker', broker, { ...nothingSet, baseUrl: other }, false],
  ] as const) {
    it(`${expected ? 'does so as before' : 'does not do so as before'} ${what}`, () =>
      assert.equal(signsInAsBefore(account, configured), expected));
  }
});
