import assert from 'node:assert/strict';
import type { Account } from '../../../../../src/core/auth/account.ts';
import { SignInRefusedError } from '../../../../../src/core/auth/errors.ts';
import {
  type BrowserAttempt,
  type NoticeListener,
  type PasteProblem,
  runBrowserAttempt,
  type SignInChoice,
  type SignInNotice,
  type SignInUi,
} from '../../../../../src/core/auth/signIn/browserAttempt.ts';
import { CancelledError } from '../../../../../src/core/base/errors.ts';
import { ManualClock } from '../../../../support/fakes/manualClock.ts';
import { settle } from '../../api/scriptedSend.ts';
import { sampleAccount } from '../sampleAccount.ts';
import { sampleBrokerFlow, samplePendingFlow } from './samplePendingFlow.ts';

/** A user interface that the test operates: the notice and the boxes wait for its answer. */
class FakeSignInUi implements SignInUi {
  readonly opened: string[] = [];
  readonly copied: string[] = [];
  /** The status texts of the notice, in order. */
  readonly notices: { status: string; choices: readonly SignInChoice[] }[] = [];
  readonly boxes: { check(text: string): PasteProblem | undefined; answer(text?: string): void; isOpen: boolean }[] =
    [];
  openNotices = 0;
  listener: NoticeListener | undefined;
  opens = true;

  async open(address: string): Promise<boolean> {
    this.opened.push(address);
    return this.opens;
  }

  showNotice(listener: NoticeListener): SignInNotice {
    this.openNotices += 1;
    this.listener = listener;
    return {
      update: (status, choices) => void this.notices.push({ status, choices }),
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

  /** The text of the notice, and its links. */
  get notice() {
    const notice = this.notices.at(-1);
    assert.ok(notice, 'no notice was shown');
    return {
      said: [notice.status, notice.choices] as const,
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
async function begin(fields: Partial<BrowserAttempt> = {}, prepare: (ui: FakeSignInUi) => void = () => undefined) {
  let isCallbackFirst = false;
  const [clock, ui] = [new ManualClock(), new FakeSignInUi()];
  prepare(ui);
  const waiter = Promise.withResolvers<Account>();
  const [completed, events] = [[] as string[], [] as string[]];
  const flow = fields.flow ?? sampleBrokerFlow();
  const flows = {
    begin: async () => void events.push(`begin before opening ${ui.opened.length}`),
    wait(_flow: unknown, signal: AbortSignal) {
      signal.addEventListener('abort', () => waiter.reject(new CancelledError()));
      return waiter.promise;
    },
    async cancel() {
      if (!isCallbackFirst) events.push('removed');
      return !isCallbackFirst;
    },
    async complete(query: string) {
      completed.push(query);
      return undefined;
    },
  };
  const close = async (): Promise<void> => void events.push('closed');
  const attempt = { address: 'https://broker.example.com/start?x', close, ...fields, flow };
  const other = new AbortController();
  const running = runBrowserAttempt({ flows, clock, ui, superseded: other.signal }, attempt);
  const ends: unknown[] = [];
  running.then(
    (end) => ends.push(end.kind),
    (error: Error) => ends.push(error.name),
  );
  await settle();
  const comeFirst = (): void => {
    isCallbackFirst = true;
  };
  return { clock, ui, waiter, completed, events, flow, running, ends, comeFirst, other };
}

describe('an attempt to sign in in the browser', () => {
  it('[S1] opens its URL once, after the flow is stored', async () => {
    const { ui, events, waiter, running } = await begin();
    assert.deepEqual(ui.opened, ['https://broker.example.com/start?x']);
    assert.deepEqual(events, ['begin before opening 0']);
    waiter.resolve(sampleAccount());
    assert.deepEqual(await running, { kind: 'signedIn', account: sampleAccount() });
  });

  it('[S9] ends once and releases its resources, however it ends', async () => {
    const ways = {
      signedIn: ({ waiter }) => waiter.resolve(sampleAccount()),
      SignInRefusedError: ({ waiter }) => waiter.reject(new SignInRefusedError('access_denied', undefined)),
      CancelledError: ({ ui }) => ui.listener?.onCancel(),
      restart: ({ clock, ui }) => {
        clock.advance(20_000);
        ui.notice.choose('restart');
      },
      useToken: ({ clock, ui }) => {
        clock.advance(5 * minuteMs);
        ui.notice.choose('useToken');
      },
    } satisfies Readonly<Record<string, (tried: Awaited<ReturnType<typeof begin>>) => unknown>>;
    for (const [end, act] of Object.entries(ways)) {
      const tried = await begin({ isPasted: true });
      tried.ui.box.answer();
      await settle();
      act(tried);
      await settle();
      assert.deepEqual(tried.ends, [end]);
      assert.deepEqual([tried.ui.openNotices, tried.clock.timerCount], [0, 0], end);
      assert.deepEqual(tried.events.slice(1), end === 'signedIn' ? ['closed'] : ['removed', 'closed'], end);
      const said = tried.ui.notices.length;
      tried.clock.advance(20 * minuteMs);
      tried.ui.notice.choose('restart');
      tried.waiter.resolve(sampleAccount());
      await settle();
      assert.deepEqual([tried.ends.length, tried.ui.notices.length], [1, said], end);
    }
  });

  it('ends when another sign-in replaces it, and its flow stays pending', async () => {
    const { ui, other, ends, events } = await begin({ isPasted: true });
    other.abort();
    await settle();
    assert.deepEqual([ends, events.slice(1)], [['CancelledError'], ['closed']]);
    assert.deepEqual([ui.openNotices, ui.box.isOpen], [0, false]);
  });
});

describe('a browser that does not open', () => {
  for (const [kind, choices] of [
    ['broker', ['copyLink', 'pasteCode', 'useToken']],
    ['sandbox', ['copyLink', 'pasteCode']],
  ] as const) {
    it(`offers the link to copy, and keeps waiting, with a ${kind}`, async () => {
      const { ui, ends } = await begin({ flow: sampleBrokerFlow({ kind }) }, (each) => {
        each.opens = false;
      });
      assert.deepEqual(ui.notice.said, ['notOpened', choices]);
      ui.notice.choose('copyLink');
      await settle();
      assert.deepEqual([ui.copied, ends], [['https://broker.example.com/start?x'], []]);
    });
  }
});

describe('a browser that does not return', () => {
  it('offers alternatives after 20 seconds, and only a new sign-in or a token after ten minutes', async () => {
    const { clock, ui, waiter, running, ends } = await begin();
    for (const [passedMs, ...said] of [
      [19_999, 'waiting', ['pasteCode']],
      [1, 'slow', ['pasteCode', 'restart', 'useToken']],
      [10 * minuteMs - 20_001, 'slow', ['pasteCode', 'restart', 'useToken']],
      [1, 'expired', ['restart', 'useToken']],
    ] as const) {
      clock.advance(passedMs);
      await settle();
      assert.deepEqual([ui.notice.said, ui.openNotices, ends], [said, 1, []]);
    }
    waiter.resolve(sampleAccount());
    assert.equal((await running).kind, 'signedIn', 'a late callback');
  });

  it('restarts after a delay if its callback arrives before Restart and fails in another window', async () => {
    const { clock, ui, running, ends, comeFirst } = await begin();
    clock.advance(20_000);
    comeFirst();
    ui.notice.choose('restart');
    await settle();
    clock.advance(14_999);
    await settle();
    assert.deepEqual(ends, []);
    clock.advance(1);
    assert.deepEqual(await running, { kind: 'restart' });
  });
});

describe('a pasted code', () => {
  it('[S4] is requested immediately if the browser cannot call the editor', async () => {
    assert.equal((await begin({ isPasted: true })).ui.boxes.length, 1);
    assert.equal((await begin()).ui.boxes.length, 0);
  });

  it('completes the flow, as a query or as a whole URL', async () => {
    const { ui, flow, completed } = await begin({ isPasted: true });
    const query = `flow=${flow.state}&code=a.b-c_d`;
    for (const text of [query, ` ${query}\n`, `?${query}`, `vscode://roomside.roomside/callback?${query}#x`]) {
      assert.equal(ui.box.check(text), undefined, text);
    }
    ui.box.answer(`  https://code.example.com/callback?windowId=1&${query}#fragment `);
    await settle();
    assert.deepEqual(completed, [`windowId=1&${query}`]);
  });

  it('is rejected with a reason if it is malformed or belongs to another sign-in', async () => {
    const { ui, flow } = await begin({ isPasted: true });
    for (const text of ['', 'flow=', 'a.b.c', `flow=${flow.state}`, 'K7QF-2MXD', `flow=${flow.state}&code=`]) {
      assert.equal(ui.box.check(text), 'malformed', text);
    }
    const other = sampleBrokerFlow();
    for (const text of [`flow=${other.state}&code=a.b`, `state=${flow.state}&code=a.b`]) {
      assert.equal(ui.box.check(text), 'otherSignIn', text);
    }
  });

  it('is the last URL of the browser for an integration', async () => {
    const flow = samplePendingFlow();
    const { ui } = await begin({ flow });
    ui.notice.choose('pasteCode');
    await settle();
    assert.equal(ui.box.check(`vscode://roomside.roomside/callback?code=c&state=${flow.state}`), undefined);
    assert.equal(ui.box.check(`vscode://roomside.roomside/callback?code=c&flow=${flow.state}`), 'otherSignIn');
  });

  it('can be requested again after the box was closed', async () => {
    const { ui, clock } = await begin({ isPasted: true });
    ui.box.answer();
    await settle();
    assert.deepEqual(ui.notice.said, ['slow', ['pasteCode', 'restart', 'useToken']]);
    ui.notice.choose('pasteCode');
    ui.notice.choose('pasteCode');
    await settle();
    assert.equal(ui.boxes.length, 2, 'one box at a time');
    clock.advance(5 * minuteMs);
    ui.box.answer();
    await settle();
    assert.deepEqual(ui.notice.said, ['slow', ['pasteCode', 'restart', 'useToken']]);
  });

  it('restarts the sign-in after the flow has expired', async () => {
    const { ui, clock, running, flow, completed } = await begin({ isPasted: true });
    clock.advance(10 * minuteMs);
    ui.box.answer(`flow=${flow.state}&code=a.b`);
    assert.deepEqual(await running, { kind: 'restart' });
    assert.deepEqual(completed, []);
  });
});
