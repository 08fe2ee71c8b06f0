import assert from 'node:assert/strict';
import type { Progress } from 'vscode';
import { ProgressLocation, useInWindow, useMessages } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const notifications = await withVscode(() => import('../../../../src/host/vscode/notifications.ts'));
const { showErrorMessage, showInformationMessage, showWarningMessage, withProgress } = notifications;

const hostile = '[Cancel](command:workbench.action.terminal.new)\u202etxt\n$(check).ts';
const plain = '[Cancel] (command:workbench.action.terminal.new) txt $ (check).ts';

describe('A notification', () => {
  const messages = useMessages();

  it('renders no link, icon, line break or bidirectional control of a name', async () => {
    for (const show of [showErrorMessage, showInformationMessage, showWarningMessage]) {
      const answer = show(`Couldn't share ${hostile}.`, 'Try Again');
      const shown = await messages().next();
      assert.deepEqual([shown.text, shown.buttons], [`Couldn't share ${plain}.`, ['Try Again']]);
      shown.answer('Try Again');
      assert.equal(await answer, 'Try Again');
    }
  });

  it('keeps the detail of a dialog, which has lines and no links', async () => {
    void showWarningMessage('Post?', { modal: true, detail: hostile }, 'Post');
    const shown = await messages().next();
    assert.deepEqual([shown.isModal, shown.detail, shown.buttons], [true, hostile, ['Post']]);
  });
});

describe('A progress notification', () => {
  let shown: unknown[] = [];
  beforeEach(() => {
    shown = [];
  });
  useInWindow('withProgress', () => (options: object, work: (progress: Progress<unknown>) => unknown) => {
    shown.push(options);
    return work({ report: (step) => shown.push(step) });
  });

  it('has a title and messages of plain text, and no link but its own', async () => {
    const location = ProgressLocation.Notification;
    const links = [{ title: 'Copy', command: 'own', arguments: ['a'] }];
    await withProgress({ location, title: hostile }, async (progress) => {
      progress.report({ message: hostile, increment: 5 });
      progress.report({ message: hostile, links });
    });
    assert.deepEqual(shown, [
      { location, title: plain },
      { message: plain, increment: 5 },
      { message: `${plain} [Copy](command:own?%5B%22a%22%5D)` },
    ]);
  });
});
