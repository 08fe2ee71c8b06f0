import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import type { ShareTarget } from '../../../../src/core/outbox/newShare.ts';
import type { ComposerPorts } from '../../../../src/features/composer/draftCommands.ts';
import type { ReportOptions } from '../../../../src/host/errors/errorReporter.ts';
import type { WrittenText } from '../../../../src/host/ui/shareOutcome.ts';
import { useStoredDraft } from '../../../support/fakes/useStoredDraft.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { sendDraft } = await withVscode(() => import('../../../../src/features/composer/draftCommands.ts'));
const { draftUri } = await withVscode(() => import('../../../../src/host/vscode/messageDrafts.ts'));
const { replaceMessage } = await withVscode(() => import('../../../../src/features/share/replaceMessage.ts'));

describe('A draft that replaces a message', () => {
  const storeDraft = useStoredDraft();

  it('is a reply with the same text where the service does not let a message be changed', async () => {
    const { clock, drafts, draft, account } = await storeDraft({ edits: 'm', text: 'new' });
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
