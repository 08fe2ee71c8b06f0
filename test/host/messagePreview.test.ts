import assert from 'node:assert/strict';
import { window } from 'vscode';
import { MessagePreview } from '../../src/host/ui/messagePreview.ts';

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
});
