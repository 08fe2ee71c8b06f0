import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import type { ShareTarget } from '../../../../src/core/outbox/newShare.ts';
import type { ComposerPorts } from '../../../../src/features/composer/draftCommands.ts';
import type { ReportOptions } from '../../../../src/host/errors/errorReporter.ts';
import type { WrittenText } from '../../../../src/host/ui/shareOutcome.ts';
import { useMessages } from '../../../support/fakes/fakeWindow.ts';
import { useStoredDraft } from '../../../support/fakes/useStoredDraft.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { sendDraft, sendDraftAsFile } = await withVscode(
  () => import('../../../../src/features/composer/draftCommands.ts'),
);
const { draftUri } = await withVscode(() => import('../../../../src/host/vscode/messageDrafts.ts'));
const { replaceMessage } = await withVscode(() => import('../../../../src/features/share/replaceMessage.ts'));

const messageOf = (room: ShareTarget, markdown: string) => ({
  ...{ room, name: 'Message' },
  content: { kind: 'text' as const, markdown },
});

describe('A draft that replaces a message', () => {
  const storeDraft = useStoredDraft();
  const messages = useMessages();

  it('becomes no file, which a message cannot have, but a reply if the user wants that', async () => {
    const { clock, drafts, draft, account } = await storeDraft({ edits: 'm', editedText: 'old', text: 'new' });
    const sent: (readonly [isFile: boolean | undefined, parentId: string | undefined])[] = [];
    const connection = { requireSession: async () => ({ account }) };
    const sendText = async ({ parentId }: ShareTarget, { isFile, draft: { edits } }: WrittenText): Promise<boolean> => {
      assert.equal(edits, undefined, 'the message would be replaced by nothing');
      sent.push([isFile, parentId]);
      return false;
    };
    const ports = { drafts, clock, connection, sendText, sending: new Set() } as unknown as ComposerPorts;
    for (const answer of [undefined, 'Send as Reply']) {
      const sending = sendDraftAsFile(ports, draftUri(draft));
      const question = await messages().next();
      assert.deepEqual([question.buttons, sent], [['Send as Reply'], []]);
      question.answer(answer);
      await sending;
    }
    assert.deepEqual(sent, [[true, 'm']]);
    const { edits, editedText } = (await drafts.find(draftUri(draft))) ?? assert.fail('no draft');
    assert.deepEqual([edits, editedText], [undefined, undefined], 'nothing is kept of the message');
  });

  it('is a reply with the same text where the service does not let a message be changed', async () => {
    const { clock, drafts, draft, account } = await storeDraft({ edits: 'm', text: 'new' });
    const [replies, reports]: [ShareTarget[], ReportOptions[]] = [[], []];
    const refuse = async () => Promise.reject(new ServiceError({ method: 'PUT', path: '/v1/messages/m', status: 405 }));
    const connection = {
      requireSession: async () => ({ account }),
      client: async () => ({ editMessage: refuse }),
    };
    const errors = { report: async (_: unknown, options: ReportOptions) => void reports.push(options) };
    const sendText = async (target: ShareTarget, { text, draft }: WrittenText): Promise<boolean> => {
      if (draft.edits) return replaceMessage({ connection, errors } as never, messageOf(target, text), draft.edits);
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

  for (const [what, editedText, asked] of [
    ['was edited elsewhere', 'old', true],
    ['is as it was', 'newer', false],
    ['has the text already, after a lost answer', 'old', false],
  ] as const)
    it(`replaces a message that ${what} ${asked ? 'after a question only' : 'without a question'}`, async () => {
      const room = { id: 'r', title: 'Design', type: 'group', account: { id: 'ada', label: 'Ada' } };
      const markdown = what.includes('lost') ? 'newer' : 'new';
      const texts: string[] = [];
      const client = {
        async *listMessages() {
          yield { items: [{ id: 'm', roomId: 'r', markdown: 'newer' }], hasNext: false };
        },
        editMessage: async (edit: { readonly markdown: string }) => void texts.push(edit.markdown),
      };
      const ports = { connection: { client: async () => client }, outbox: { noteEdit: async () => undefined } };
      const replace = () =>
        replaceMessage(ports as never, messageOf(room, markdown), {
          ...{ messageId: 'm', editedText },
          sendAsReply: async () => assert.fail(),
        });
      for (const answer of asked ? [undefined, 'Replace'] : []) {
        const replaced = replace();
        const question = await messages().next();
        assert.match(question.text, /was edited since/);
        assert.deepEqual([question.detail, texts], ['“newer”', []]);
        question.answer(answer);
        assert.equal(await replaced, answer !== undefined);
      }
      if (!asked) assert.equal(await replace(), true);
      assert.deepEqual(texts, [markdown]);
    });
});
