import assert from 'node:assert/strict';
import { SharedSession } from './sharedSession.ts';

/** The strictest service: refresh tokens rotate, and reuse revokes all tokens. */
const strict = { rotateRefreshTokens: true, revokeReusedRefreshTokens: true };

describe('windows in separate processes', function () {
  // Starting eight processes is slow on a busy machine.
  this.timeout(60_000);
  let session: SharedSession;

  const start = async (options: Parameters<typeof SharedSession.open>[0] = strict) => {
    session = await SharedSession.open(options);
  };
  afterEach(() => session.close());

  it('[S18] send one refresh if eight need a token at once, and all stay signed in', async () => {
    await start();
    await session.signInWithOldToken();
    const before = await session.tokenRequests();
    const windows = await session.openWindows(8);
    const tokens = await Promise.all(windows.map((window) => window.ask('token', 'account-1')));
    assert.equal((await session.tokenRequests()) - before, 1);
    assert.equal(new Set(tokens).size, 1);
    assert.equal(await session.statusOf(tokens[0] ?? ''), 200);
    assert.deepEqual([(await session.stored())?.accessToken, (await session.stored())?.state], [tokens[0], undefined]);
    const people = await Promise.all(windows.map((window) => window.ask('me')));
    assert.equal(new Set(people).size, 1);
    assert.equal((await session.tokenRequests()) - before, 1);
  });

  it('[S18] send one refresh if the token of eight is refused at once', async () => {
    await start();
    const account = await session.signInWithOldToken();
    const windows = await session.openWindows(8);
    const { expiresAtMs, ...unknown } = account;
    await windows[0]?.ask('signIn', unknown);
    const before = await session.tokenRequests();
    const people = await Promise.all(windows.map((window) => window.ask('me')));
    assert.equal(new Set(people).size, 1);
    assert.equal((await session.tokenRequests()) - before, 1);
    assert.equal((await session.stored())?.state, undefined);
  });

  it('[S19] take over the lock of a killed process', async () => {
    await start();
    await session.signInWithOldToken();
    const [holder, ...others] = await session.openWindows(3);
    await holder?.ask('hold', 'account-1');
    const before = await session.tokenRequests();
    const asked = others.map((window) => window.ask('token', 'account-1'));
    await holder?.kill();
    const tokens = await Promise.all(asked);
    assert.equal(await session.statusOf(tokens[0] ?? ''), 200);
    assert.equal(new Set(tokens).size, 1);
    assert.equal((await session.tokenRequests()) - before, 1);
    const logs = await Promise.all(others.map((window) => window.ask('log')));
    assert.equal(logs.join('\n').match(/took over a stale lock/g)?.length, 1);
  });

  it('[S21] use the newer token when another process without the lock has refreshed', async () => {
    await start({ rotateRefreshTokens: true });
    await session.signInWithOldToken();
    const [late, quick] = await Promise.all([session.openWindow('here'), session.openWindow('there')]);
    const isAsking = await session.delayNextToken(1_000);
    const before = await session.tokenRequests();
    const lateToken = late.ask('token', 'account-1');
    await isAsking();
    const quickToken = await quick.ask('token', 'account-1');
    assert.equal(await lateToken, quickToken);
    assert.equal((await session.tokenRequests()) - before, 2);
    assert.equal(await session.statusOf(quickToken), 200);
    assert.equal((await session.stored())?.state, undefined);
  });

  it('[S29] store nothing when one signs out while another refreshes', async () => {
    await start();
    await session.signInWithOldToken();
    const [refreshing, other] = await session.openWindows(2);
    const isAsking = await session.delayNextToken(1_000);
    const asked = refreshing?.ask('token', 'account-1');
    assert.ok(asked !== undefined && other !== undefined);
    const refused = assert.rejects(asked, /signed-out/);
    await isAsking();
    await other.ask('signOut', 'account-1');
    assert.equal(await session.secrets.read('account.v1'), undefined);
    await refused;
    assert.equal(await session.secrets.read('account.v1'), undefined);
    assert.deepEqual(await Promise.all([refreshing?.ask('list'), other.ask('list')]), [[], []]);
  });

  it('[S35] keep all accounts that several add at once', async () => {
    await start();
    const account = await session.signInWithOldToken();
    const windows = await session.openWindows(4);
    const ids = windows.map((_, index) => `added-${index}`);
    await Promise.all(windows.map((window, index) => window.ask('signIn', { ...account, id: `added-${index}` })));
    for (const window of windows) {
      const found = (await window.ask('list')).map(({ id }) => id);
      assert.deepEqual(found.sort(), ['account-1', ...ids]);
    }
  });

  it('[S35] refresh their own accounts once each, and stay signed in', async () => {
    await start();
    const ada = await session.signInWithOldToken();
    const tom = await session.signInWithOldToken('account-2');
    const windows = await session.openWindows(4);
    const ids = windows.map((_, index) => (index % 2 === 0 ? ada.id : tom.id));
    await Promise.all(windows.map((window, index) => window.ask('use', ids[index] ?? '')));
    const before = await session.tokenRequests();
    await Promise.all(windows.map((window) => window.ask('me')));
    assert.equal((await session.tokenRequests()) - before, 2);
    assert.deepEqual(await Promise.all(windows.map((window) => window.ask('used'))), ids);
    const accounts = (await windows[0]?.ask('list')) ?? [];
    assert.deepEqual(accounts.map(({ id, state }) => [id, state]).sort(), [
      [ada.id, undefined],
      [tom.id, undefined],
    ]);
    for (const { accessToken } of accounts) assert.equal(await session.statusOf(accessToken), 200);
  });

  it('[S34] stop using an account that signs out in one of them, and keep using others', async () => {
    await start();
    await session.signInWithOldToken();
    await session.signInWithOldToken('account-2');
    const [leaving, following, other] = await session.openWindows(3);
    assert.ok(leaving !== undefined && following !== undefined && other !== undefined);
    await leaving.ask('use', 'account-1');
    await following.ask('use', 'account-1');
    await other.ask('use', 'account-2');
    await leaving.ask('signOut', 'account-1');
    for (const window of [leaving, following, other]) {
      assert.deepEqual(
        (await window.ask('list')).map(({ id }) => id),
        ['account-2'],
      );
      assert.equal(await window.ask('used'), 'account-2');
    }
  });

  it('[S7] complete a sign-in where its callback arrives, and end the wait where it started', async () => {
    await start();
    const [starter, other] = await session.openWindows(2);
    assert.ok(starter !== undefined && other !== undefined);
    const { flow, callback } = await session.approvedFlow();
    await starter.ask('begin', flow);
    const waiting = starter.ask('wait', flow);
    assert.equal(await other.ask('complete', callback), 'ada.park@example.com');
    assert.equal(await waiting, 'ada.park@example.com');
    assert.equal(await starter.ask('me'), await other.ask('me'));
  });

  it('[S8] complete a sign-in after the process that started it has ended', async () => {
    await start();
    const starter = await session.openWindow();
    const { flow, callback } = await session.approvedFlow();
    await starter.ask('begin', flow);
    await starter.kill();
    const later = await session.openWindow();
    assert.equal(await later.ask('complete', callback), 'ada.park@example.com');
    assert.equal(await later.ask('complete', callback), undefined);
  });
});
