import assert from 'node:assert/strict';
import { window } from 'vscode';
import { MessagePreview } from '../../src/host/ui/messagePreview.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';

describe('The preview of a message', () => {
  it('is closed when it is hidden while it opens', async () => {
    const tabs = () => window.tabGroups.all.flatMap((group) => group.tabs).length;
    const before = tabs();
    const preview = new MessagePreview();
    try {
      const opening = preview.show({ to: 'Design', facts: '1 line', warnings: [], send: 'Send to Design' }, 'text');
      await preview.hide();
      await opening;
      assert.equal(tabs(), before);
    } finally {
      preview.dispose();
    }
  });

  it('shows the newest of several texts, without an error for the others', async () => {
    const preview = new MessagePreview();
    const show = (text: string) => preview.show({ to: 'Design', facts: '1 line', warnings: [], send: 'Send' }, text);
    try {
      for (let round = 0; round < 5; round += 1) await Promise.all(['first', 'second', 'third'].map(show));
      // Another test's preview may still be closing.
      const last = () =>
        window.visibleTextEditors
          .filter(({ document: { uri } }) => uri.scheme === 'roomside-preview')
          .map(({ document }) => document.getText())
          .filter((text) => text.startsWith('To: Design'))
          .map((text) => text.split('\n').at(-1));
      await waitUntilTrue('the newest text is shown', () => last().join() === 'third');
    } finally {
      await preview.hide();
      preview.dispose();
    }
  });
});
