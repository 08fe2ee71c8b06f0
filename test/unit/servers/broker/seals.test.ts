import assert from 'node:assert/strict';
import { EncryptJWT, UnsecuredJWT } from 'jose';
import { createSeals, type SealPurpose } from '../../../../src/servers/broker/seals.ts';
import { newKey } from './deployment.ts';

describe('seals', () => {
  const key = newKey('k1');
  let nowMs: number;
  const seals = createSeals([key], () => nowMs);
  const open = (purpose: SealPurpose, sealed: string) => seals.open(purpose, sealed, ['text']);
  beforeEach(() => {
    nowMs = Date.UTC(2026, 0, 1);
  });

  it('[S48] open only for the purpose that they were made for', async () => {
    const purposes = ['state', 'code', 'refresh', 'answer'] as const;
    for (const made of purposes) {
      const sealed = await seals.seal(made, { text: 'inside' });
      for (const asked of purposes) {
        const opened = await open(asked, sealed);
        assert.deepEqual(opened, made === asked ? { text: 'inside' } : undefined, `${made} ${asked}`);
      }
    }
  });

  it('[S48] expire to the second', async () => {
    for (const [purpose, lifetimeS] of [
      ['state', 600],
      ['code', 120],
    ] as const) {
      nowMs = Date.UTC(2026, 0, 1);
      const sealed = await seals.seal(purpose, { text: 'inside' });
      nowMs += lifetimeS * 1000 - 1000;
      assert.ok(await open(purpose, sealed), purpose);
      nowMs += 1000;
      assert.equal(await open(purpose, sealed), undefined, purpose);
    }
    const [handle, answer] = [await seals.seal('refresh', { text: 'x' }), await seals.seal('answer', { text: 'x' })];
    nowMs += 400 * 24 * 3600 * 1000;
    assert.ok(await open('refresh', handle), 'the service ends a session, not the seal');
    assert.ok(await open('answer', answer), 'the state ends an answer, not the seal');
  });

  it('[S48] do not open with another key, nor with another key id', async () => {
    const foreign = createSeals([newKey('k1')], () => nowMs);
    const otherId = createSeals([{ ...key, id: 'k2' }], () => nowMs);
    assert.equal(await open('code', await foreign.seal('code', { text: 'x' })), undefined);
    assert.equal(await open('code', await otherId.seal('code', { text: 'x' })), undefined);
  });

  it('[S48] reject other algorithms, unsealed tokens, and tokens without a required expiry', async () => {
    const token = () => new EncryptJWT({ text: 'x' }).setAudience('code').setExpirationTime(new Date(nowMs + 60_000));
    const good = await token().setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: 'k1' }).encrypt(key.bytes);
    assert.ok(await open('code', good));
    const wrapped = await token().setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM', kid: 'k1' }).encrypt(key.bytes);
    const password = await token()
      .setProtectedHeader({ alg: 'PBES2-HS512+A256KW', enc: 'A256GCM', kid: 'k1' })
      .encrypt(key.bytes);
    const weak = await token()
      .setProtectedHeader({ alg: 'dir', enc: 'A128GCM', kid: 'k1' })
      .encrypt(key.bytes.slice(0, 16));
    const endless = await new EncryptJWT({ text: 'x' })
      .setAudience('code')
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: 'k1' })
      .encrypt(key.bytes);
    const unsealed = new UnsecuredJWT({ text: 'x' }).setAudience('code').setExpirationTime('1h').encode();
    for (const sealed of [wrapped, password, weak, endless, unsealed, '', 'a.b.c.d.e', '....']) {
      assert.equal(await open('code', sealed), undefined, sealed.slice(0, 40));
    }
  });

  it('return no claims when a requested one is missing', async () => {
    assert.equal(await open('code', await seals.seal('code', { other: 'x' })), undefined);
  });
});
