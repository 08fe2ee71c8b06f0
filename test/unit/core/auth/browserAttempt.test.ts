import assert from 'node:assert/strict';
import type { Account } from '../../../../src/core/auth/account.ts';
import {
  type BrowserAttempt,
  type NoticeListener,
  type PasteProblem,
  runBrowserAttempt,
  type SignInChoice,
  type SignInNotice,
  type SignInUi,
} from '../../../../src/core/auth/browserAttempt.ts';
import { SignInRefusedError } from '../../../../src/core/auth/errors.ts';
import { keepFlow } from '../../../../src/core/auth/signInFlows.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { settle } from '../api/scriptedSend.ts';
import { sampleAccount } from './sampleAccount.ts';
import { sampleBrokerFlow, samplePendingFlow } from './samplePendingFlow.ts';

/** A user interface that the test operates: the notice and the boxes wait for its answer. */
class TestDesk implements SignInUi {
  readonly opened: string[] = [];
  readonly copied: string[] = [];
  /** What the notice said, in order. */
  readonly notices: { situation: string; choices: readonly SignInChoice[] }[] = [];
  readonly boxes: { check(text: string): PasteProblem | undefined; answer(text?: string): void; isOpen: boolean }[] =
    [];
  openNotices = 0;
  listener: NoticeListener | undefined;
  opens: boolean | Error = true;

  async open(address: string): Promise<boolean> {
    this.opened.push(address);
    if (this.opens instanceof Error) throw this.opens;
    return this.opens;
  }

  showNotice(listener: NoticeListener): SignInNotice {
    this.openNotices += 1;
    this.listener = listener;
    return {
      update: (situation, choices) => void this.notices.push({ situation, choices }),
      dispose: () => {
        this.openNotices -= 1;
      },
    };
  }

  async copy(text: string): Promise<void> {
    this.copied.push(text);
  }

  askForCode(check: (text: string) => PasteProblem | undefined, signal: AbortSignal): Promise<string | undefined> {
    return new Promise((resolve) => {
      const box = { check, isOpen: true, answer: (text?: string) => close(text) };
      const close = (text?: string): void => {
        box.isOpen = false;
        resolve(text);
      };
      this.boxes.push(box);
      signal.addEventListener('abort', () => close(), { once: true });
    });
  }

  /** What the notice says, and its links. */
  get notice() {
    const notice = this.notices.at(-1);
    assert.ok(notice, 'nothing was said');
    return {
      said: [notice.situation, notice.choices] as const,
      choose: (choice: SignInChoice) => this.listener?.onChoice(choice),
    };
  }

  get box() {
    const box = this.boxes.at(-1);
    assert.ok(box, 'no box was opened');
    return box;
  }
}

const minuteMs = 60_000;

/** A running attempt. The test ends its flow. */
async function begin(fields: Partial<BrowserAttempt> = {}, prepare: (desk: TestDesk) => void = () => undefined) {
  let isCallbackFirst = false;
  const [clock, desk] = [new ManualClock(), new TestDesk()];
  prepare(desk);
  const waiter = Promise.withResolvers<Account>();
  const [completed, events] = [[] as string[], [] as string[]];
  /** Why the flow was waited for no longer. */
  const reasons: unknown[] = [];
  const flow = fields.flow ?? sampleBrokerFlow();
  const flows = {
    begin: async () => void events.push(`begin before opening ${desk.opened.length}`),
    wait(_flow: unknown, signal: AbortSignal) {
      signal.addEventListener('abort', () => {
        reasons.push(signal.reason);
        waiter.reject(new CancelledError());
      });
      return waiter.promise;
    },
    cancel: async () => !isCallbackFirst,
    async complete(query: string) {
      completed.push(query);
      return undefined;
    },
  };
  const close = async (): Promise<void> => void events.push('closed');
  const attempt = { address: 'https://broker.example.com/start?x', close, ...fields, flow };
  const other = new AbortController();
  const running = runBrowserAttempt({ flows, clock, ui: desk, superseded: other.signal }, attempt);
  const ends: unknown[] = [];
  running.then(
    (end) => ends.push(end.kind),
    (error: Error) => ends.push(error.name),
  );
  await settle();
  const comeFirst = (): void => {
    isCallbackFirst = true;
  };
  return { clock, desk, waiter, completed, events, flow, running, ends, comeFirst, other, reasons };
}

describe('an attempt to sign in in the browser', () => {
  it('[S1] opens its URL once, after the flow is stored', async () => {
    const { desk, events, waiter, running } = await begin();
    assert.deepEqual(desk.opened, ['https://broker.example.com/start?x']);
    assert.deepEqual(events, ['begin before opening 0']);
    waiter.resolve(sampleAccount());
    assert.deepEqual(await running, { kind: 'signedIn', account: sampleAccount() });
  });

  it('[S9] ends once and releases its resources, however it ends', async () => {
    const ways = {
      signedIn: ({ waiter }) => waiter.resolve(sampleAccount()),
      SignInRefusedError: ({ waiter }) => waiter.reject(new SignInRefusedError('access_denied', undefined)),
      CancelledError: ({ desk }) => desk.listener?.onCancel(),
      restart: ({ clock, desk }) => {
        clock.advance(20_000);
        desk.notice.choose('restart');
      },
      useToken: ({ clock, desk }) => {
        clock.advance(5 * minuteMs);
        desk.notice.choose('useToken');
      },
    } satisfies Readonly<Record<string, (tried: Awaited<ReturnType<typeof begin>>) => unknown>>;
    for (const [end, act] of Object.entries(ways)) {
      const tried = await begin({ isPasted: true });
      tried.desk.box.answer();
      await settle();
      act(tried);
      await settle();
      assert.deepEqual(tried.ends, [end]);
      assert.deepEqual([tried.desk.openNotices, tried.clock.timerCount], [0, 0], end);
      assert.deepEqual(tried.events.slice(1), ['closed'], end);
      const said = tried.desk.notices.length;
      tried.clock.advance(20 * minuteMs);
      tried.desk.notice.choose('restart');
      tried.waiter.resolve(sampleAccount());
      await settle();
      assert.deepEqual([tried.ends.length, tried.desk.notices.length], [1, said], end);
    }
  });

  it('ends when another sign-in replaces it, and its flow stays pending', async () => {
    const { desk, other, ends, events, reasons } = await begin({ isPasted: true });
    other.abort();
    await settle();
    assert.deepEqual([ends, events.slice(1)], [['CancelledError'], ['closed']]);
    assert.deepEqual([desk.openNotices, desk.box.isOpen], [0, false]);
    assert.deepEqual(reasons, [keepFlow]);
  });

  it('[S9] closes the input box when a callback arrives', async () => {
    const { desk, waiter, running } = await begin({ isPasted: true });
    assert.ok(desk.box.isOpen);
    waiter.resolve(sampleAccount());
    await running;
    assert.equal(desk.box.isOpen, false);
  });

  it('rejects with an error of the user interface', async () => {
    const { running } = await begin({}, (desk) => {
      desk.opens = new Error('no such function');
    });
    await assert.rejects(running, /no such function/);
  });
});

describe('a browser that does not open', () => {
  it('offers the link to copy, and keeps waiting', async () => {
    const { desk, ends, waiter, running } = await begin({}, (desk) => {
      desk.opens = false;
    });
    assert.deepEqual(desk.notice.said, ['notOpened', ['copyLink', 'pasteCode', 'useToken']]);
    desk.notice.choose('copyLink');
    await settle();
    assert.deepEqual([desk.copied, ends], [['https://broker.example.com/start?x'], []]);
    waiter.resolve(sampleAccount());
    assert.equal((await running).kind, 'signedIn');
  });

  it('offers no token for the sandbox', async () => {
    const flow = sampleBrokerFlow({ kind: 'sandbox' });
    const { desk } = await begin({ flow }, (desk) => {
      desk.opens = false;
    });
    assert.deepEqual(desk.notice.said, ['notOpened', ['copyLink', 'pasteCode']]);
  });
});

describe('a browser that does not return', () => {
  it('offers alternatives in the notice after 20 seconds, not earlier', async () => {
    const { clock, desk } = await begin();
    clock.advance(19_999);
    assert.deepEqual(desk.notice.said, ['waiting', ['pasteCode']]);
    clock.advance(1);
    assert.deepEqual(desk.notice.said, ['slow', ['pasteCode', 'restart']]);
    assert.equal(desk.openNotices, 1);
  });

  it('timed out after five minutes, while a late callback still completes it', async () => {
    const { clock, desk, waiter, running, ends } = await begin();
    clock.advance(5 * minuteMs);
    assert.deepEqual(desk.notice.said, ['late', ['restart', 'pasteCode', 'useToken']]);
    await settle();
    assert.deepEqual(ends, []);
    waiter.resolve(sampleAccount());
    assert.equal((await running).kind, 'signedIn');
  });

  it('can be restarted from the notice after the flow has expired, but accepts no code', async () => {
    const { clock, desk, waiter, running, ends } = await begin();
    clock.advance(5 * minuteMs);
    waiter.reject(new CancelledError());
    await settle();
    assert.deepEqual(ends, []);
    assert.deepEqual(desk.notice.said, ['late', ['restart', 'useToken']]);
    desk.notice.choose('restart');
    assert.equal((await running).kind, 'restart');
  });

  it('ends with the account if its callback arrives before Restart', async () => {
    const { clock, desk, waiter, running, ends, comeFirst } = await begin();
    clock.advance(20_000);
    comeFirst();
    desk.notice.choose('restart');
    await settle();
    assert.deepEqual(ends, []);
    waiter.resolve(sampleAccount());
    assert.deepEqual(await running, { kind: 'signedIn', account: sampleAccount() });
  });

  it('reports the error if its callback arrives before Restart and fails here', async () => {
    const { clock, desk, waiter, running, comeFirst } = await begin();
    clock.advance(20_000);
    comeFirst();
    desk.notice.choose('restart');
    await settle();
    waiter.reject(new SignInRefusedError('access_denied', undefined));
    await assert.rejects(running, SignInRefusedError);
  });

  it('restarts after a delay if its callback arrives before Restart and fails in another window', async () => {
    const { clock, desk, running, ends, comeFirst } = await begin();
    clock.advance(20_000);
    comeFirst();
    desk.notice.choose('restart');
    await settle();
    clock.advance(14_999);
    await settle();
    assert.deepEqual(ends, []);
    clock.advance(1);
    assert.deepEqual(await running, { kind: 'restart' });
  });

  it('ends when it is cancelled after the flow has expired', async () => {
    const { clock, desk, waiter, running } = await begin();
    clock.advance(5 * minuteMs);
    waiter.reject(new CancelledError());
    await settle();
    desk.listener?.onCancel();
    await assert.rejects(running, CancelledError);
    assert.equal(desk.openNotices, 0);
  });
});

describe('a pasted code', () => {
  it('[S4] is requested immediately if the browser cannot call the editor', async () => {
    assert.equal((await begin({ isPasted: true })).desk.boxes.length, 1);
    assert.equal((await begin()).desk.boxes.length, 0);
  });

  it('completes the flow, as a query or as a whole URL', async () => {
    const { desk, flow, completed } = await begin({ isPasted: true });
    const query = `flow=${flow.state}&code=a.b-c_d`;
    for (const text of [query, ` ${query}\n`, `?${query}`, `vscode://roomside.roomside/callback?${query}#x`]) {
      assert.equal(desk.box.check(text), undefined, text);
    }
    desk.box.answer(`  https://code.example.com/callback?windowId=1&${query}#fragment `);
    await settle();
    assert.deepEqual(completed, [`windowId=1&${query}`]);
  });

  it('is rejected with a reason if it is malformed or belongs to another sign-in', async () => {
    const { desk, flow } = await begin({ isPasted: true });
    for (const text of ['', 'flow=', 'a.b.c', `flow=${flow.state}`, 'K7QF-2MXD', `flow=${flow.state}&code=`]) {
      assert.equal(desk.box.check(text), 'malformed', text);
    }
    const other = sampleBrokerFlow();
    for (const text of [`flow=${other.state}&code=a.b`, `state=${flow.state}&code=a.b`]) {
      assert.equal(desk.box.check(text), 'otherSignIn', text);
    }
  });

  it('is the last URL of the browser for an integration', async () => {
    const flow = samplePendingFlow();
    const { desk } = await begin({ flow });
    desk.notice.choose('pasteCode');
    await settle();
    assert.equal(desk.box.check(`vscode://roomside.roomside/callback?code=c&state=${flow.state}`), undefined);
    assert.equal(desk.box.check(`vscode://roomside.roomside/callback?code=c&flow=${flow.state}`), 'otherSignIn');
  });

  it('can be requested again after the box was closed', async () => {
    const { desk, clock } = await begin({ isPasted: true });
    desk.box.answer();
    await settle();
    assert.deepEqual(desk.notice.said, ['slow', ['pasteCode', 'restart']]);
    desk.notice.choose('pasteCode');
    desk.notice.choose('pasteCode');
    await settle();
    assert.equal(desk.boxes.length, 2, 'one box at a time');
    clock.advance(5 * minuteMs);
    desk.box.answer();
    await settle();
    assert.deepEqual(desk.notice.said, ['late', ['restart', 'pasteCode', 'useToken']]);
  });

  it('restarts the sign-in after the flow has expired', async () => {
    const { desk, clock, waiter, running, flow, completed } = await begin({ isPasted: true });
    clock.advance(5 * minuteMs);
    waiter.reject(new CancelledError());
    await settle();
    desk.box.answer(`flow=${flow.state}&code=a.b`);
    assert.deepEqual(await running, { kind: 'restart' });
    assert.deepEqual(completed, []);
  });
});
