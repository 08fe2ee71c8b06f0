import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import { SignInRequiredError } from '../../../../src/core/auth/errors.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { useMessages } from '../../../support/fakes/fakeWindow.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { ErrorReporter } = await withVscode(() => import('../../../../src/host/errors/errorReporter.ts'));

const busy = (): Error => new ServiceError({ status: 503, method: 'POST', path: '/v1/messages' });

describe('ErrorReporter', () => {
  const messages = useMessages();

  it('shows an error once with its context, and logs it', async () => {
    const log = new RecordingLog();
    const showing = new ErrorReporter(log).report(busy(), { context: "Couldn't share main.ts to “Design”." });
    const { kind, text, buttons, isModal, answer } = await messages().next();
    assert.equal(text, "Couldn't share main.ts to “Design”. The service has a problem (503). Try again later.");
    assert.equal(kind, 'error');
    assert.equal(isModal, false);
    assert.deepEqual(buttons, ['Show Log'], 'there is no retry to offer');
    answer();
    await showing;
    assert.equal(messages().all.length, 1);
    assert.ok(log.lines.length > 0);
  });

  it('retries as often as the user asks for it', async () => {
    let tries = 0;
    const retry = async (): Promise<void> => {
      tries += 1;
      if (tries < 3) throw busy();
    };
    const showing = new ErrorReporter(new RecordingLog()).report(busy(), { context: 'Not shared.', retry });
    for (let press = 0; press < 3; press++) {
      const { text, buttons, answer } = await messages().next();
      assert.match(text, /^Not shared\. /);
      assert.deepEqual(buttons, ['Try Again', 'Show Log']);
      answer('Try Again');
    }
    await showing;
    assert.equal(tries, 3);
  });

  it('shows an unknown error briefly, and logs its stack', async () => {
    const log = new RecordingLog();
    const showing = new ErrorReporter(log).report(new TypeError('undefined is not a room'));
    const { text, buttons, answer } = await messages().next();
    assert.equal(text, 'An unexpected error occurred. See the log for details.');
    assert.deepEqual(buttons, ['Show Log']);
    answer();
    await showing;
  });

  it('[S24] shows an expired session once, however many requests fail', async () => {
    const errors = new ErrorReporter(new RecordingLog());
    const showing = Array.from({ length: 10 }, () =>
      errors.report(new SignInRequiredError('expired', 'ada@example.com')),
    );
    const { text, buttons, answer } = await messages().next();
    assert.equal(text, 'Your session for ada@example.com has expired. Sign in again to continue.');
    assert.deepEqual(buttons, ['Sign In']);
    answer();
    await Promise.all(showing);
    assert.equal(messages().all.length, 1);
  });

  it('shows an expired session once with what waits for it, in any order', async () => {
    const expired = new SignInRequiredError('expired', 'ada@example.com');
    for (const isShareFirst of [false, true]) {
      const errors = new ErrorReporter(new RecordingLog());
      const known: string[] = [];
      const waiting = { context: 'a.ts is waiting.', whenKnown: () => void known.push('a.ts') };
      const reports = [undefined, waiting];
      const showing = (isShareFirst ? reports.reverse() : reports).map((each) => errors.report(expired, each));
      const { text, answer } = await messages().next();
      assert.equal(text.startsWith('a.ts is waiting.'), isShareFirst);
      answer();
      await Promise.all(showing);
      assert.deepEqual(known, isShareFirst ? [] : ['a.ts']);
    }
    assert.equal(messages().all.length, 2, 'one for each');
  });

  for (const isAutomatic of [false, true]) {
    it(`offers ${isAutomatic ? 'nothing' : 'a retry'} after a sign-in ${isAutomatic ? 'that is enough' : 'on the way'}`, async () => {
      const errors = new ErrorReporter(new RecordingLog());
      const whenKnown = isAutomatic ? () => undefined : undefined;
      const options = { context: 'Not shared.', retry: async () => undefined, whenKnown };
      const showing = errors.report(new SignInRequiredError('expired', 'ada@example.com'), options);
      (await messages().next()).answer('Sign In');
      const offer = isAutomatic ? undefined : await messages().next();
      offer?.answer();
      await showing;
      assert.deepEqual([offer?.buttons, messages().all.length], isAutomatic ? [undefined, 1] : [['Try Again'], 2]);
    });
  }

  it('does not show a cancellation', async () => {
    const log = new RecordingLog();
    await new ErrorReporter(log).report(new CancelledError());
    await new ErrorReporter(log).report(new DOMException('given up', 'AbortError'));
    assert.equal(messages().all.length, 0);
    assert.equal(log.lines.length, 0);
  });
});
