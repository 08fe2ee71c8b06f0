import assert from 'node:assert/strict';
import { testSandboxOf } from '../../../src/platform/testSandbox.ts';

describe('testSandboxOf', () => {
  const controlKey = 'key';
  const found = (origin: string) =>
    testSandboxOf({ ROOMSIDE_SANDBOX_ORIGIN: origin, ROOMSIDE_SANDBOX_CONTROL_KEY: controlKey });

  it('returns the sandbox of the environment if it is on this computer', () => {
    for (const origin of ['http://127.0.0.1:4280', 'http://localhost:4280', 'http://[::1]:4280']) {
      assert.deepEqual(found(origin), { origin, controlKey });
    }
  });

  it('ignores any other origin, and one without its key', () => {
    for (const origin of [
      'https://evil.example',
      'http://127.0.0.1.evil.example',
      'http://192.168.0.2:4280',
      'x',
      '',
    ]) {
      assert.equal(found(origin), undefined, origin);
    }
    assert.equal(testSandboxOf({ ROOMSIDE_SANDBOX_ORIGIN: 'http://127.0.0.1:4280' }), undefined);
    assert.equal(testSandboxOf({ ROOMSIDE_SANDBOX_CONTROL_KEY: controlKey }), undefined);
  });
});
