import assert from 'node:assert/strict';
import type { Send } from '../../../../src/core/api/send.ts';
import { LatestSignIn } from '../../../../src/core/auth/signIn/signInFlows.ts';
import { CancelledError, raceAbort } from '../../../../src/core/base/errors.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { settle } from '../../core/api/scriptedSend.ts';

const { signInThroughBroker } = await withVscode(() => import('../../../../src/host/signIn/brokerSignIn.ts'));

describe('a sign-in through a broker', () => {
  it('makes way for the next one, also while the broker does not answer', async () => {
    const asked: string[] = [];
    const send: Send = ({ url }, signal) => {
      asked.push(new URL(url).host);
      return raceAbort(new Promise<never>(() => undefined), signal);
    };
    const active = { onDidSignIn: () => ({ dispose: () => undefined }) };
    const ports = { send, active, clock: new ManualClock(), latestSignIn: new LatestSignIn() };
    const signIn = (name: string): Promise<unknown> =>
      signInThroughBroker(ports as never, {
        kind: 'broker',
        brokerUrl: `https://${name}.example.com`,
        baseUrl: 'https://chat.example.com',
        scopes: [],
      });
    const first = assert.rejects(signIn('first'), CancelledError);
    await settle();
    void signIn('second').catch(() => undefined);
    await settle();
    assert.deepEqual(asked, ['first.example.com', 'second.example.com']);
    await first;
  });
});
