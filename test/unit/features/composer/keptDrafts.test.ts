import assert from 'node:assert/strict';
import type { Tab, TabChangeEvent } from 'vscode';
import type { MessageDraft } from '../../../../src/core/drafts/messageDraft.ts';
import { replaceInWindow, TabInputText, Uri, workspace } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { sayDraftsAreKept } = await withVscode(() => import('../../../../src/features/composer/keptDrafts.ts'));

describe('A draft whose tab is closed', () => {
  const uri = Uri.from({ scheme: 'roomside-draft', path: '/roomside-draft/→ Design', query: 'id' });
  const tab = { input: Object.assign(new TabInputText(uri), { uri }) } as Tab;

  /** What is said when the tab is closed. @param typed what its document has by then */
  async function saidOf(draft: { readonly text: string } | undefined, typed?: string): Promise<string> {
    Object.assign(workspace, { textDocuments: typed === undefined ? [] : [{ uri, getText: () => typed }] });
    let said = '';
    let fire: (event: TabChangeEvent) => void = () => undefined;
    const restore = [
      replaceInWindow('setStatusBarMessage', () => (text: string) => {
        said = text;
      }),
      replaceInWindow('tabGroups', (original) => ({
        ...original,
        onDidChangeTabs: (listener: typeof fire) => {
          fire = listener;
        },
      })),
    ];
    sayDraftsAreKept({ find: async () => draft && ({ ...draft, room: { title: 'Design' } } as MessageDraft) });
    fire({ opened: [], closed: [tab], changed: [] });
    await new Promise(setImmediate);
    for (const undo of restore) undo();
    Object.assign(workspace, { textDocuments: [] });
    return said;
  }

  it('is kept, and the status bar says so', async () => {
    assert.equal(await saidOf({ text: 'hello' }), '$(info) Draft for “Design” kept. “Open Draft…” opens it again.');
    assert.match(await saidOf({ text: '' }, 'typed just before'), /Draft for “Design” kept/);
  });

  it('is not mentioned when it is empty or was deleted', async () => {
    assert.equal(await saidOf({ text: ' \n' }), '');
    assert.equal(await saidOf(undefined), '');
  });
});
