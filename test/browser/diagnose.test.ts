import assert from 'node:assert/strict';
import { test, useWorkbench } from './fixtures.ts';

test.describe('Diagnosing a connection', () => {
  const session = useWorkbench({ 'http.proxy': 'http://ada:proxy-pass@proxy.example:8080' });

  /** Until every check has ended: then the report can be copied. */
  const finished = async (): Promise<void> => {
    const { input } = session().workbench;
    await input.expectTitle('Diagnose Connection');
    await input.fill('Copy Report');
    await input.option('Copy Report').waitFor();
    await input.fill('');
  };

  test('shows what was found in a list, and what the account may do once somebody has signed in', async ({
    workbench,
  }) => {
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

  test('is where a notice of a failed connection leads', async ({ workbench, relay }) => {
    await relay.close();
    await workbench.roomsView.titleAction('Refresh');
    await workbench.roomsView.row('Diagnose').click();
    await finished();
    await workbench.input.expectText('ECONNREFUSED');
    await workbench.screenshot('diagnose-offline');
    await workbench.input.cancel();
    await relay.reopen();
  });
});
