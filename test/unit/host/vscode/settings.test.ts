import assert from 'node:assert/strict';
import { ConfigurationTarget, workspace } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { setting } = await withVscode(() => import('../../../../src/host/vscode/settings.ts'));

describe('A setting', () => {
  it('counts as its default where its number is beyond the limits or not whole', async () => {
    const configuration = workspace.getConfiguration('roomside');
    for (const [value, expected] of [
      [0, 100],
      [1, 1],
      [1.5, 100],
      [1000, 1000],
      [1001, 100],
    ]) {
      await configuration.update('rooms.pageSize', value, ConfigurationTarget.Global);
      assert.equal(setting('rooms.pageSize'), expected);
    }
    await configuration.update('rooms.pageSize', undefined, ConfigurationTarget.Global);
  });
});
