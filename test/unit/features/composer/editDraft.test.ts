import assert from 'node:assert/strict';
import type { TextDocument, Uri as VscodeUri } from 'vscode';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import type { ShareTarget } from '../../../../src/core/outbox/newShare.ts';
import type { ComposerPorts } from '../../../../src/features/composer/draftCommands.ts';
import type { ReportOptions } from '../../../../src/host/errors/errorReporter.ts';
import type { WrittenText } from '../../../../src/host/ui/shareOutcome.ts';
import { DraftFolder } from '../../../../src/platform/storage/draftFolder.ts';
import { Uri, workspace } from '../../../support/fakes/fakeWindow.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

const { sendDraft } = await withVscode(() => import('../../../../src/features/composer/draftCommands.ts'));
const { draftUri, MessageDrafts } = await withVscode(() => import('../../../../src/host/vscode/messageDrafts.ts'));
const { replaceMessage } = await withVscode(() => import('../../../../src/features/share/replaceMessage.ts'));

const account = { id: 'ada', label: 'ada@example.com' };

describe('A draft that replaces a message', () => {
  const temporary = useTemporaryFolder();
  after(() => Reflect.deleteProperty(workspace, 'openTextDocument'));

  it('is a reply with the same text where the service does not let a message be changed', async () => {
    const clock = new ManualClock(0);
    const drafts = new MessageDrafts({
      storage: Uri.file(temporary.path),
      active: { get: async () => account },
      clock,
    } as never);
    const draft = {
      ...{ id: '01234567-89ab-cdef-0123-456789abcdef', accountId: 'ada', edits: 'm', text: 'new' },
      ...{ room: { id: 'r', title: 'Design', type: 'group' }, name: 'Message', createdMs: 0, savedMs: 0 },
    };
    await new DraftFolder(`${temporary.path}/drafts`).write(draft);
    Object.assign(workspace, {
      openTextDocument: async (uri: VscodeUri): Promise<Partial<TextDocument>> => {
        const { text } = (await drafts.find(uri)) ?? assert.fail('the draft is gone');
        return { uri, getText: () => text, isClosed: false, save: async () => true };
      },
    });
    const [replies, reports]: [ShareTarget[], ReportOptions[]] = [[], []];
    const refuse = async () => Promise.reject(new ServiceError({ method: 'PUT', path: '/v1/messages/m', status: 405 }));
    const connection = {
      requireSession: async () => ({ account }),
      client: async () => ({ editMessage: refuse }),
    };
    const errors = { report: async (_: unknown, options: ReportOptions) => void reports.push(options) };
    const sendText = async (target: ShareTarget, { name, text, draft }: WrittenText): Promise<boolean> => {
      const proposal = { name, messages: [{ name, content: { kind: 'text' as const, markdown: text } }] };
      if (draft.edits) return replaceMessage({ connection, errors } as never, target, proposal, draft.edits);
      replies.push(target);
      return false;
    };
    const ports = { drafts, clock, connection, sendText, sending: new Set() } as unknown as ComposerPorts;
    await sendDraft(ports, draftUri(draft));
    const [{ otherAction } = {}] = reports;
    assert.deepEqual([otherAction?.label, replies], ['Send as Reply', []]);
    assert.equal((await drafts.find(draftUri(draft) as never))?.edits, 'm', 'the draft is kept');
    await otherAction?.run();
    assert.deepEqual(
      replies.map(({ id, parentId }) => [id, parentId]),
      [['r', 'm']],
    );
  });
});
