import assert from 'node:assert/strict';
import { commands, ThemeIcon, useQuickInputs, waitUntilTrue } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { showDiagnosis } = await withVscode(() => import('../../../../src/features/diagnose/showDiagnosis.ts'));

describe('The list of a diagnosis', () => {
  const inputs = useQuickInputs();

  it('begins at the first problem, so that Enter mends it', async () => {
    const done = showDiagnosis(async (onFinding) => {
      onFinding('redirect', { outcome: 'good', text: 'Works.' });
      onFinding('service', { outcome: 'bad', text: 'No answer.', action: 'showLog' });
    }, Promise.resolve([]));
    const active = () => inputs().picker?.activeItems[0];
    await waitUntilTrue('the problem is active', () => active()?.description === 'No answer.');
    const { label, iconPath } = active() ?? {};
    assert.deepEqual([label, iconPath], ['Service', new ThemeIcon('error')]);
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await done;
  });

  it('begins at the sign-in while no account is signed in, and does not say that there is no problem', async () => {
    const done = showDiagnosis(async (onFinding) => {
      onFinding('versions', { outcome: 'good', text: 'Roomside 1.0.0' });
      onFinding('session', { outcome: 'note', text: 'Not signed in.', action: 'signIn' });
    }, Promise.resolve([]));
    await waitUntilTrue('the session is active', () => inputs().picker?.activeItems[0]?.label === 'Session');
    assert.equal(inputs().picker?.placeholder, 'Select a row to fix the problem');
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await done;
  });
});
