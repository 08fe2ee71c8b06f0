import { commands, l10n, languages, Range, type TextDocument, WorkspaceEdit, window, workspace } from 'vscode';
import type { Disposable } from '../../../core/base/disposable.ts';
import type { Log } from '../../../core/base/log.ts';
import type { SharedBlock } from '../../../core/messages/sharedBlocks.ts';
import { languageOfTag } from '../../../core/snippet/languages.ts';
import type { RoomNode } from '../../../host/commands/commandArguments.ts';
import { showNotice } from '../../../host/ui/statusBar.ts';
import { setContext } from '../../../host/vscode/contextKeys.ts';
import { textTabs } from '../../../host/vscode/uris.ts';
import type { SuggestedText } from './suggestedText.ts';

interface SuggestionPorts {
  readonly log: Log;
  /** Shares a text after the confirmation. @returns whether it is sent or waits */
  shareText(text: SuggestedText, node: RoomNode): Promise<boolean>;
}

interface Suggestion {
  readonly block: SharedBlock;
  readonly thread: RoomNode;
}

/** The documents in which the user changes lines that another person has shared, to suggest the change. */
export class Suggestions implements Disposable {
  readonly #ports: SuggestionPorts;
  readonly #open = new Map<TextDocument, Suggestion>();
  readonly #sending = new Set<TextDocument>();
  readonly #watching: readonly Disposable[];

  constructor(ports: SuggestionPorts) {
    this.#ports = ports;
    this.#watching = [
      window.onDidChangeActiveTextEditor(() => void this.#note()),
      workspace.onDidCloseTextDocument((document) => void this.#open.delete(document)),
    ];
  }

  /** Opens exactly the lines of a block for editing. @param thread with the message to reply to */
  async open(block: SharedBlock, thread: RoomNode): Promise<void> {
    const language = languageOfTag(block.language, await languages.getLanguages());
    const document = await workspace.openTextDocument({ content: block.code, language });
    this.#open.set(document, { block, thread });
    // Before keys reach the document: Ctrl+Enter would be a line break in it.
    await setContext('roomside:suggestion', true);
    await window.showTextDocument(document, { preview: false });
  }

  /** Shares what was changed in the active document into the thread, and closes the document when it is sent. */
  async send(): Promise<void> {
    const document = window.activeTextEditor?.document;
    const suggestion = document && this.#open.get(document);
    if (document === undefined || suggestion === undefined) return;
    const code = document.getText();
    if (code === suggestion.block.code) return showNotice(l10n.t('Change the lines first.'));
    if (this.#sending.has(document)) return;
    this.#sending.add(document);
    try {
      // Git is needed for it, and not for reading a room.
      const { suggestedText } = await import('./suggestedText.ts');
      const text = await suggestedText(suggestion.block, code, this.#ports.log);
      if (!(await this.#ports.shareText(text, suggestion.thread))) return;
    } finally {
      this.#sending.delete(document);
    }
    if (document.getText() !== code) return showNotice(l10n.t('Changes made after sending were kept in the document.'));
    this.#open.delete(document);
    await closeUntitled(document);
    await commands.executeCommand('roomside.readRoom', suggestion.thread);
  }

  dispose(): void {
    for (const each of this.#watching) each.dispose();
  }

  async #note(): Promise<void> {
    const document = window.activeTextEditor?.document;
    await setContext('roomside:suggestion', document !== undefined && this.#open.has(document));
  }
}

/** Closes a document that has no file, and no other editor that may be active by now. Without a text, VS Code does not ask. */
async function closeUntitled(document: TextDocument): Promise<void> {
  if (document.isClosed) return;
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, document.validateRange(new Range(0, 0, document.lineCount, 0)), '');
  await workspace.applyEdit(edit);
  const own = textTabs(document.uri.scheme).filter(({ uri }) => uri.toString() === document.uri.toString());
  await window.tabGroups.close(own.map(({ tab }) => tab));
}
