import assert from 'node:assert/strict';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { answerSignIn } from './pages/answerSignIn.ts';

const unreadable = 'Title unavailable';
/** Undecryptable titles: one in the first two responses, the other always. */
const [temporary, permanent] = ['Onboarding Tom', 'Security'];

test.describe('The Rooms view', () => {
  const session = useWorkbench(
    { 'roomside.rooms.pageSize': 10, 'roomside.rooms.refreshSeconds': 0 },
    { isNewWindow: true },
  );
  const refresh = () => session().workbench.roomsView.titleAction('Refresh Rooms');
  const addFault = (effect: object, match: object = { method: 'GET', path: '/v1/rooms' }, times?: number) =>
    session().sandbox.control('POST', 'faults', { match, effect, ...(times && { times }) });

  /** The rooms that the service lists for the signed-in person. */
  const listedRooms = async () => (await otherPerson(session().sandbox, 'ada.park@example.com')).rooms();

  test('reports that rooms could not be loaded, and loads them on Retry', async ({ workbench, sandbox, relay }) => {
    await workbench.roomsView.open();
    await addFault({ kind: 'html' });
    await workbench.signInThroughSandbox('approve');
    await workbench.roomsView.expectMessage(`${new URL(relay.origin).host} answered with a web page.`);
    await workbench.roomsView.expectRoom('Diagnose');
    assert.deepEqual(await workbench.roomsView.labels(), ['Try Again', 'Open Settings', 'Diagnose']);
    await workbench.screenshot('rooms-failed');
    await sandbox.control('DELETE', 'faults');
    await workbench.roomsView.row('Try Again').click();
    await workbench.roomsView.expectRoom('Mateo Silva');
    await workbench.roomsView.expectNoMessage();
  });

  test('shows one page at a time, and whether more rooms exist', async ({ workbench }) => {
    for (const count of [10, 20, 30]) {
      if (count > 10) await workbench.roomsView.loadMore();
      // Each heading renders its own rows; they appear when the whole list is loaded.
      await workbench.until(async () => (await workbench.roomsView.roomLabels()).length === count);
      const hasMore = count < 30;
      await workbench.until(async () => (await workbench.roomsView.labels()).includes('Load More') === hasMore);
    }
    await workbench.screenshot('rooms-all-pages');
  });

  test('shows which rooms are locked', async ({ workbench }) => {
    const row = await workbench.roomsView.reveal('Announcements');
    assert.match((await row.getAttribute('aria-label')) ?? '', /^Announcements, locked, /);
    await row.locator('.codicon-lock').waitFor();
  });

  test('shows an unreadable room with the reason, and loads it by its Retry action', async ({ workbench }) => {
    const rows = (await workbench.roomsView.labels()).filter((label) => label === unreadable);
    assert.equal(rows.length, 2);
    const row = await workbench.roomsView.reveal(unreadable);
    assert.match(
      (await row.getAttribute('aria-label')) ?? '',
      /^Room without a readable title: Key management server failed to respond appropriately\./,
    );
    await workbench.roomsView.inlineAction(unreadable, 'Retry');
    await workbench.statusBar(
      "Still couldn't decrypt the title: Key management server failed to respond appropriately.",
    );
    await workbench.roomsView.inlineAction(unreadable, 'Retry');
    await workbench.statusBar('The title of the room is available again.');
    await workbench.roomsView.reveal(temporary);
    await workbench.roomsView.inlineAction(unreadable, 'Retry');
    await workbench.statusBar(
      "Still couldn't decrypt the title: Key management server failed to respond appropriately.",
    );
    const labels = await workbench.roomsView.labels();
    assert.deepEqual(
      [temporary, permanent, unreadable].map((label) => labels.filter((each) => each === label).length),
      [1, 0, 1],
    );
  });

  test('disambiguates rooms of the same title in the picker', async ({ workbench, sandbox }) => {
    const rooms = await listedRooms();
    const oldest = (teamId: string | undefined): string | undefined =>
      rooms
        .filter((room) => room.teamId === teamId && room.errors === undefined)
        .sort((one, other) => (one.created ?? '').localeCompare(other.created ?? ''))[0]?.title;
    const sameTitle = rooms.filter((room) => room.title === 'Release planning');
    assert.equal(sameTitle.length, 2);
    for (const [index, room] of sameTitle.entries()) {
      await workbench.runCommand('Roomside: Send Message…');
      await workbench.input.expectTitle('Send Message');
      // This order identifies Roomside's own rows: a choice from rows that are being replaced may be lost.
      await workbench.input.fill('planning release');
      await workbench.input.pickDescribed('Release planning', `Team ${oldest(room.teamId)} · `);
      await workbench.composer.expectOpen('Release planning');
      await workbench.composer.write(`for ${room.id}`);
      await workbench.composer.send();
      // The status bar message is the same for both.
      await workbench.until(async () => (await sandbox.received()).length > index);
      await workbench.expectNoNotification('Release planning');
    }
    assert.deepEqual(
      (await sandbox.received()).map(({ roomId, markdown }) => ({ roomId, markdown })),
      sameTitle.map(({ id }) => ({ roomId: id, markdown: `for ${id}` })),
    );
  });

  test('keeps the loaded rooms after an interrupted response, and reports it', async ({
    workbench,
    sandbox,
    relay,
  }) => {
    await addFault({ kind: 'truncated-json' });
    await refresh();
    await workbench.roomsView.expectMessage(`The response from ${new URL(relay.origin).host} was incomplete.`);
    await workbench.roomsView.expectRoom('Mateo Silva');
    await workbench.screenshot('rooms-truncated');
    await sandbox.control('DELETE', 'faults');
    await refresh();
    await workbench.roomsView.expectNoMessage();
  });

  test('reports that there are no rooms only for an empty list', async ({ workbench, sandbox }) => {
    await addFault({ kind: 'empty-list' });
    await refresh();
    await workbench.roomsView.welcomeButton('Refresh').waitFor();
    assert.match(await workbench.roomsView.welcomeText(), /^You are not in any room yet\./);
    await workbench.screenshot('rooms-empty');
    await sandbox.control('DELETE', 'faults');
    await workbench.roomsView.welcomeButton('Refresh').click();
    await workbench.roomsView.expectRoom('Mateo Silva');
  });

  test('refreshes an expired token silently', async ({ workbench, relay, sandbox }) => {
    const { accessToken } = relay;
    await sandbox.control('POST', 'tokens/expire', { accessToken });
    await sandbox.control('POST', 'rooms', { count: 1, titlePrefix: 'After the expiry' });
    await refresh();
    await workbench.roomsView.expectRoom('After the expiry 1');
    assert.notEqual(relay.accessToken, accessToken);
    await workbench.roomsView.expectNoMessage();
    await workbench.expectNoNotification(/sign in|session/i);
  });

  test('keeps the rooms after a revoked session, and continues after a new sign-in', async ({
    workbench,
    relay,
    sandbox,
  }) => {
    await sandbox.control('POST', 'tokens/revoke', { accessToken: relay.accessToken });
    await refresh();
    await workbench.roomsView.expectMessage(
      'Your session for ada.park@example.com has expired. Sign in again to continue.',
    );
    await workbench.roomsView.expectRoom('After the expiry 1');
    await workbench.screenshot('rooms-session-expired');
    // The previous sign-in method, without a question.
    const page = await workbench.nextPage(() => workbench.roomsView.row('Sign In').click());
    await answerSignIn(page, 'approve');
    await page.close();
    await workbench.statusBar('Signed in to the sandbox as ada.park@example.com');
    await workbench.roomsView.expectNoMessage();
    await workbench.roomsView.row('Sign In').waitFor({ state: 'hidden' });
    await workbench.roomsView.expectRoom('After the expiry 1');
  });
});
