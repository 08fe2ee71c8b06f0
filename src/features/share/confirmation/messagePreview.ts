import { l10n, type Uri, ViewColumn } from 'vscode';
import { type Clock, delay } from '../../../core/base/clock.ts';
import { Owner } from '../../../core/base/disposable.ts';
import type { Log } from '../../../core/base/log.ts';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { messageTextOf } from '../../../core/outbox/shareRecord.ts';
import { maskText } from '../../../core/secrets/mask.ts';
import { parentText } from '../../../host/ui/describeShare.ts';
import { MessagePage } from '../../../host/ui/messagePage/messagePage.ts';
import { headOf, marksIn, pageMessages } from '../../../host/ui/messagePage/pageContent.ts';
import type { PageContent } from '../../../webview/messagePage/protocol.ts';
import { filesOf, markdownOf } from '../shareable.ts';
import { isSendable, type PreviewOptions, type SharePreview, type ShownShare } from '../step.ts';
import { shownFacts, warningsOf } from './confirmationRows.ts';
import { ExactText } from './exactText.ts';

/** After this time, the exact text stands in for a page that has not drawn. */
const maxDrawMs = 2000;

// decisions/0018
/** What the user sees while the confirmation is open: the message as its room will show it, or its exact text. */
export class MessagePreview extends Owner implements SharePreview {
  readonly #page: MessagePage;
  readonly #exactText = this.own(new ExactText(() => this.#noteClosed()));
  readonly #clock: Clock;
  /** While it is shown. */
  #shown: PreviewOptions | undefined;
  #onEnter: (() => unknown) | undefined;
  /** Counts what is shown or hidden: what is late for an earlier one does nothing. */
  #turn = 0;

  constructor(ports: { readonly extensionUri: Uri; readonly clock: Clock; readonly log: Log }) {
    super();
    this.#clock = ports.clock;
    this.#page = this.own(
      new MessagePage(ports, {
        viewType: 'roomside.message',
        viewColumn: ViewColumn.Active,
        onDidClose: () => this.#shown?.isExact || this.#noteClosed(),
        onDidLeave: () => this.#shown?.onEscape(),
        onDidEnter: () => this.#onEnter?.(),
      }),
    );
  }

  /** Resolves when it is on the screen. The exact text stands in for a page that is late, or does not come. */
  async show(share: ShownShare, options: PreviewOptions): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    this.#shown = options;
    if (options.isExact) {
      await this.#showExact(share, options);
      return this.#page.hide();
    }
    const content = await contentOf(share, options);
    if (turn !== this.#turn) return;
    const page = this.#page.show(content);
    const answer = await Promise.race([page, delay(this.#clock, maxDrawMs)]);
    if (answer === 'replaced' || turn !== this.#turn) return;
    if (answer === 'drawn') return this.#uncover();
    await this.#showExact(share, options);
    // It may still come.
    void page.then(async (late) => {
      if (late === 'drawn' && turn === this.#turn) await this.#uncover();
    });
  }

  async #showExact(share: ShownShare, { audience, coveredPx }: PreviewOptions): Promise<void> {
    const { step, proposal } = share;
    const { room, parent } = step;
    const title = displayTitle(room.title);
    const target = l10n.t({ message: 'To: {0}', args: [title], comment: '{0}: a room or a person' });
    const to = [target, audience].filter((part) => part !== '').join(' · ');
    const facts = [...(parent ? [parentText(parent)] : []), shownFacts(proposal)].join(' · ');
    const lines = [to, l10n.t('Size: {0}', facts), ...warningsOf(share).map((warning) => `! ${warning}`)];
    await this.#exactText.show(lines, markdownOf(proposal) ?? filesText(proposal), isSendable(proposal), coveredPx);
  }

  /** Closing the exact text could bring another editor than the page. */
  async #uncover(): Promise<void> {
    if (this.#exactText.isOpen) this.#page.reveal();
    await this.#exactText.hide();
  }

  /** The exact text can stand in for the page. */
  #noteClosed(): void {
    if (!this.#page.isOpen && !this.#exactText.isOpen) this.#shown?.onClose();
  }

  scroll(by: number): void {
    this.#page.scroll(by);
  }

  focus(onEnter: () => unknown): boolean {
    this.#onEnter = onEnter;
    if (this.#page.hasDrawn) this.#page.focus();
    return this.#page.hasDrawn;
  }

  /** Brings back the editor that was there. The focus does not move. */
  async hide(): Promise<void> {
    this.#turn += 1;
    this.#shown = undefined;
    await Promise.all([this.#page.hide(), this.#exactText.hide()]);
  }
}

/** What the page shows. */
async function contentOf(share: ShownShare, { coveredPx }: PreviewOptions): Promise<PageContent> {
  const { step, proposal } = share;
  const [messages, marks, inFiles] = await Promise.all([
    pageMessages(proposal.messages),
    marksIn(proposal.messages),
    secretsInFiles(share),
  ]);
  const asked = step.shareable.asked ? [enterText(displayTitle(step.room.title))] : [];
  return {
    to: '',
    messages,
    coveredPx,
    ...marks,
    facts: [...asked, ...(step.parent ? [parentText(step.parent)] : [])],
    // What is masked is to be seen, too.
    secrets: [...proposal.secretTexts, ...inFiles, ...(share.mode.isMasked ? [maskText] : [])],
    warnings: [...warningsOf(share), ...marks.warnings],
  };
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
