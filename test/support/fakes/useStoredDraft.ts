import assert from 'node:assert/strict';
import type { TextDocument, Uri as VscodeUri } from 'vscode';
import type { MessageDraft } from '../../../src/core/drafts/messageDraft.ts';
import { DraftFolder } from '../../../src/platform/storage/draftFolder.ts';
import { useTemporaryFolder } from '../harness/useTemporaryFolder.ts';
import { Uri, workspace } from './fakeWindow.ts';
import { ManualClock } from './manualClock.ts';
import { withVscode } from './withVscode.ts';

const { MessageDrafts } = await withVscode(() => import('../../../src/host/vscode/messageDrafts.ts'));

const account = { id: 'ada', label: 'ada@example.com' };

/** A draft on the disk, whose document has its text, in the tests of a `describe`. */
export function useStoredDraft() {
  const temporary = useTemporaryFolder();
  after(() => Reflect.deleteProperty(workspace, 'openTextDocument'));
  return async (facts: Pick<MessageDraft, 'text' | 'edits' | 'editedText'>) => {
    const clock = new ManualClock(0);
    const drafts = new MessageDrafts({
      storage: Uri.file(temporary.path),
      active: { get: async () => account },
      clock,
    } as never);
    const draft = {
      ...{ id: '01234567-89ab-cdef-0123-456789abcdef', accountId: account.id, ...facts },
      ...{ room: { id: 'r', title: 'Design', type: 'group' }, name: 'Message', createdMs: 0, savedMs: 0 },
    };
    await new DraftFolder(`${temporary.path}/drafts`).write(draft);
    Object.assign(workspace, {
      openTextDocument: async (uri: VscodeUri): Promise<Partial<TextDocument>> => {
        const { text } = (await drafts.find(uri)) ?? assert.fail('the draft is gone');
        return { uri, getText: () => text, isClosed: false, save: async () => true };
      },
    });
    return { clock, drafts, draft, account };
  };
}
