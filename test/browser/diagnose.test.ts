import assert from 'node:assert/strict';
import { test, useWorkbench } from './fixtures.ts';

test.describe('Diagnosing a connection', () => {
  const session = useWorkbench({ 'http.proxy': 'http://ada:proxy-pass@proxy.example:8080' });

  /** Waits until all checks have ended: then the report can be copied. */
  const finished = async (): Promise<void> => {
    const { input } = session().workbench;
    await input.expectTitle('Diagnose Connection');
    await input.fill('Copy Report');
    await input.option('Copy Report').waitFor();
    await input.fill('');
  };

  test('lists the findings, and the scopes of the account after a sign-in', async ({ workbench }) => {
    await workbench.roomsView.open();
    await workbench.runCommand('Roomside: Diagnose Connection');
    await finished();
    await workbench.screenshot('diagnose-signed-out');
    await workbench.input.cancel();
    await workbench.signInThroughSandbox('approve');
    await workbench.roomsView.expectRoom('Code reviews');
    await workbench.runCommand('Roomside: Diagnose Connection');
    await finished();
    await workbench.input.expectText('ada.park@example.com');
    const text = (await workbench.input.texts()).join('\n');
    assert.doesNotMatch(text, /proxy-pass/);
    await workbench.screenshot('diagnose-signed-in');
    await workbench.input.cancel();
  });

  test('opens from the notification of a failed connection', async ({ workbench, relay }) => {
    await relay.close();
    await workbench.roomsView.titleAction('Refresh Rooms');
    await workbench.roomsView.row('Diagnose').click();
    await finished();
    await workbench.input.expectText('ECONNREFUSED');
    await workbench.screenshot('diagnose-offline');
    await workbench.input.cancel();
    await relay.reopen();
  });
});
