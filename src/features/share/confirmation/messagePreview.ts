import { l10n, type Uri, ViewColumn } from 'vscode';
import type { Clock } from '../../../core/base/clock.ts';
import { Owner } from '../../../core/base/disposable.ts';
import type { Log } from '../../../core/base/log.ts';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { messageTextOf } from '../../../core/outbox/shareRecord.ts';
import { maskText } from '../../../core/secrets/mask.ts';
import { parentText } from '../../../host/ui/describeShare.ts';
import { MessagePage } from '../../../host/ui/messagePage/messagePage.ts';
import { headOf, marksIn, pageMessages } from '../../../host/ui/messagePage/pageContent.ts';
import { showWarningMessage } from '../../../host/vscode/notifications.ts';
import { filesOf, markdownOf } from '../shareable.ts';
import { isSendable, type PreviewKeys, type PreviewOptions, type SharePreview, type ShownShare } from '../step.ts';
import { shownFacts, warningsOf } from './confirmationRows.ts';
import { ExactText } from './exactText.ts';

// decisions/0018
/** What the user sees while the confirmation is open: the message as its room will show it, or its exact text. */
export class MessagePreview extends Owner implements SharePreview {
  readonly #page: MessagePage;
  readonly #exactText = this.own(new ExactText());
  #keys: PreviewKeys | undefined;
  /** A page that is hidden while it is being made does not open any more. */
  #hideCount = 0;

  constructor(ports: { readonly extensionUri: Uri; readonly clock: Clock; readonly log: Log }) {
    super();
    this.#page = this.own(
      new MessagePage(ports, {
        viewType: 'roomside.message',
        viewColumn: ViewColumn.Active,
        onDidLeave: () => this.#keys?.onEscape(),
        onDidEnter: () => this.#keys?.onEnter?.(),
      }),
    );
  }

  /** Resolves when it is on the screen. Where a page does not answer, the exact text is shown instead. */
  async show(share: ShownShare, { isExact, audience, coveredPx }: PreviewOptions): Promise<void> {
    const { step, proposal } = share;
    const { room, parent } = step;
    const title = displayTitle(room.title);
    const target = l10n.t({ message: 'To: {0}', args: [title], comment: '{0}: a room or a person' });
    const to = [target, audience].filter((part) => part !== '').join(' · ');
    const facts = [...(parent ? [parentText(parent)] : []), shownFacts(proposal)].join(' · ');
    const warnings = warningsOf(share);
    const hideCount = this.#hideCount;
    if (!isExact) {
      const [messages, marks, inFiles] = await Promise.all([
        pageMessages(proposal.messages),
        marksIn(proposal.messages),
        secretsInFiles(share),
      ]);
      if (hideCount !== this.#hideCount) return;
      const answer = await this.#page.show({
        to: '',
        messages,
        coveredPx,
        ...marks,
        facts: [...(step.shareable.asked ? [enterText(title)] : []), ...(parent ? [parentText(parent)] : [])],
        // What is masked is to be seen, too.
        secrets: [...proposal.secretTexts, ...inFiles, ...(share.mode.isMasked ? [maskText] : [])],
        warnings: [...warnings, ...marks.warnings],
      });
      if (answer === 'replaced') return;
      if (answer === 'drawn') return this.#exactText.hide();
    }
    const lines = [to, l10n.t('Size: {0}', facts), ...warnings.map((warning) => `! ${warning}`)];
    await this.#exactText.show(lines, markdownOf(proposal) ?? filesText(proposal), isSendable(proposal), coveredPx);
    await this.#page.hide();
  }

  scroll(by: number): void {
    this.#page.scroll(by);
  }

  focus(keys: PreviewKeys): void {
    this.#keys = keys;
    this.#page.focus();
    // Without the page, no key would send it.
    if (keys.onEnter && !this.#page.isOpen) void showUndrawn();
  }

  /** Brings back the editor that was there. The focus does not move. */
  async hide(): Promise<void> {
    this.#hideCount += 1;
    await Promise.all([this.#page.hide(), this.#exactText.hide()]);
  }
}

/** The list stays open, so that its text can be copied. */
async function showUndrawn(): Promise<void> {
  const detail = l10n.t('You can copy it as a message, and send that yourself.');
  await showWarningMessage(
    l10n.t("What a program asks to share is sent from the page with the message, which this window can't show."),
    { modal: true, detail },
  );
}

function enterText(title: string): string {
  return l10n.t({
    message: 'A program asks to send this to {0}. Enter in this message sends it, Escape leads to the other actions.',
    args: [title],
    comment: '{0}: a room or a person',
  });
}

/** The possible secrets in the shown parts of files. */
async function secretsInFiles({ step, proposal }: ShownShare): Promise<readonly string[]> {
  if (proposal.risks.length === 0) return [];
  const heads = await Promise.all(filesOf(proposal).map((file) => headOf(file)));
  const found = await Promise.all(heads.map((head = '') => step.secrets.secretsIn(head)));
  return found.flat();
}

/** What is sent besides the bytes: each name, below the comment. */
function filesText({ messages }: ShownShare['proposal']): string {
  return messages.map(({ name, content }) => [messageTextOf(content), name].filter(Boolean).join('\n\n')).join('\n');
}
