import assert from 'node:assert/strict';
import { commands } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { setContext } = await withVscode(() => import('../../../../src/host/vscode/contextKeys.ts'));

describe('A context key', () => {
  it('is sent to VS Code when it changes', async () => {
    await setContext('roomside:steps', true);
    const sent: unknown[] = [];
    const { executeCommand } = commands;
    Object.assign(commands, { executeCommand: async (_id: string, _key: string, value: unknown) => sent.push(value) });
    try {
      for (const value of [false, true, true, false]) await setContext('roomside:steps', value);
      assert.deepEqual(sent, [false, true, false]);
    } finally {
      Object.assign(commands, { executeCommand });
    }
  });
});
