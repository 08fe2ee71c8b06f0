import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import { confirmShare } from '../../src/host/ui/lastStep/confirmShare.ts';
import type { ConfirmResult } from '../../src/host/ui/lastStep/confirmView.ts';
import { flushUi } from '../../src/host/ui/liveQuickPick.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';

const view = { send: 'Send to Design', facts: '1 line', warnings: [], others: [], show: async () => undefined };

describe('The last step of a share that is hidden while it stores the share', () => {
  const inputs = useQuickInputs();
  let storing: PromiseWithResolvers<boolean>;
  let done: Promise<ConfirmResult | undefined>;

  beforeEach(async () => {
    storing = Promise.withResolvers();
    const storeCalled = Promise.withResolvers<void>();
    const store = (): Promise<boolean> => {
      storeCalled.resolve();
      return storing.promise;
    };
    done = confirmShare({
      title: 'Share',
      comment: '',
      view: async () => view,
      audience: async () => '5 people',
      scroll: () => undefined,
      store,
    });
    await (await inputs().next()).choose('Send to Design');
    await storeCalled.promise;
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await flushUi();
  });

  it('sends the share once it is stored', async () => {
    storing.resolve(true);
    assert.deepEqual(await done, { choice: 'stored', comment: '' });
  });

  it('ends without sending if the share cannot be sent', async () => {
    storing.resolve(false);
    assert.equal(await done, undefined);
  });
});

describe('The last step of a share whose exact text is not visible yet', () => {
  const inputs = useQuickInputs();
  let textShown: PromiseWithResolvers<void>;
  let stored: string[];
  let done: Promise<ConfirmResult | undefined>;

  beforeEach(async () => {
    textShown = Promise.withResolvers();
    stored = [];
    const showCalled = Promise.withResolvers<void>();
    const show = () => {
      showCalled.resolve();
      return textShown.promise;
    };
    done = confirmShare({
      title: 'Share',
      comment: '',
      view: async () => ({ ...view, show }),
      audience: async () => '5 people',
      scroll: () => undefined,
      store: async ({ choice }) => stored.push(choice) > 0,
    });
    const step = await inputs().next();
    await showCalled.promise;
    await step.choose('Send to Design');
    await flushUi();
    assert.deepEqual(stored, []);
  });

  it('sends the share when the text is visible', async () => {
    textShown.resolve();
    assert.deepEqual(await done, { choice: 'stored', comment: '' });
    assert.deepEqual(stored, ['send']);
  });

  it('sends nothing after it was cancelled', async () => {
    await commands.executeCommand('workbench.action.closeQuickOpen');
    assert.equal(await done, undefined);
    textShown.resolve();
    await flushUi();
    assert.deepEqual(stored, []);
  });
});

describe('The Escape key of a last step whose extension host has crashed', () => {
  const inputs = useQuickInputs();

  it('closes any other list', async () => {
    const done = window.showQuickPick([{ label: 'a row' }], {});
    await inputs().next();
    await commands.executeCommand('_roomside.backToRooms');
    assert.equal(await done, undefined);
  });
});
