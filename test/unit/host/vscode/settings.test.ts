import assert from 'node:assert/strict';
import { ConfigurationTarget, workspace } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { setting } = await withVscode(() => import('../../../../src/host/vscode/settings.ts'));

describe('A setting', () => {
  it('counts as its default where its number is beyond the limits or not whole', async () => {
    const configuration = workspace.getConfiguration('roomside');
    for (const [value, expected] of [
      [255, 7439],
      [256, 256],
      [256.5, 7439],
      [1_000_000, 1_000_000],
      [1_000_001, 7439],
    ]) {
      await configuration.update('message.maxBytes', value, ConfigurationTarget.Global);
      assert.equal(setting('message.maxBytes'), expected);
    }
    await configuration.update('message.maxBytes', undefined, ConfigurationTarget.Global);
  });
});
