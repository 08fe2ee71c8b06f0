import { basename, dirname } from 'node:path';
import { commands, l10n, languages, type TextDocument, window, workspace } from 'vscode';
import type { Disposable } from '../../../core/base/disposable.ts';
import type { Log } from '../../../core/base/log.ts';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { placePatch } from '../../../core/git/placePatch.ts';
import { findBlock } from '../../../core/lines/findBlock.ts';
import { withSharedLines } from '../../../core/lines/withSharedLines.ts';
import { fenceCode } from '../../../core/markdown/fencedBlocks.ts';
import { escapeInline } from '../../../core/markdown/toServiceMarkdown.ts';
import type { SharedBlock } from '../../../core/messages/sharedBlocks.ts';
import { languageOfTag } from '../../../core/snippet/languages.ts';
import type { RoomNode } from '../../../host/commands/commandArguments.ts';
import { versionsOfBlock } from '../../../host/git/openLines.ts';
import { showNotice } from '../../../host/ui/statusBar.ts';
import { setContext } from '../../../host/vscode/contextKeys.ts';
import { relativePath } from '../../../platform/files/relativePath.ts';
import { repositoryRoot } from '../../../platform/files/repositoryRoot.ts';
import { findFiles } from './sharedFiles.ts';

/** A text to share into a thread. */
export interface SuggestedText {
  readonly name: string;
  readonly markdown: string;
  readonly lineCount: number;
}

interface SuggestionPorts {
  readonly log: Log;
  /** Shares a text after the confirmation. @returns whether it is sent or waits */
  shareText(text: SuggestedText, node: RoomNode): Promise<boolean>;
}

interface Suggestion {
  readonly block: SharedBlock;
  readonly thread: RoomNode;
}

/** The documents in which the user changes the shared lines of somebody else, to suggest the change. */
export class Suggestions implements Disposable {
  readonly #ports: SuggestionPorts;
  readonly #open = new Map<TextDocument, Suggestion>();
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
    await window.showTextDocument(document, { preview: false });
    await this.#note();
  }

  /** Shares what was changed in the active document into the thread, and closes the document when it is sent. */
  async send(): Promise<void> {
    const document = window.activeTextEditor?.document;
    const suggestion = document && this.#open.get(document);
    if (document === undefined || suggestion === undefined) return;
    const code = document.getText();
    if (code === suggestion.block.code) return showNotice(l10n.t('Change the lines first.'));
    const text = await suggestedText(suggestion.block, code, this.#ports.log);
    if (!(await this.#ports.shareText(text, suggestion.thread))) return;
    this.#open.delete(document);
    await window.showTextDocument(document);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
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

/** A patch of the place in the clone of the user; without the place, the lines as code, which their author compares. */
async function suggestedText(block: SharedBlock, code: string, log: Log): Promise<SuggestedText> {
  const { path = '', startLine = 1 } = block.origin ?? {};
  const name = l10n.t('suggestion for {0}', displayTitle(`${path}:${startLine}`));
  const lineCount = code.split('\n').length;
  const found = await patchOf(block, code, log);
  if (found === undefined) return { name, markdown: fenceCode(code, block.language).markdown, lineCount };
  const place = escapeInline(`${found.path}:${startLine}`);
  const fenced = fenceCode(found.patch.replace(/\n$/, ''), 'diff').markdown;
  return { name, lineCount, markdown: `**${escapeInline(found.repository)}** · changes · ${place}\n\n${fenced}` };
}

async function patchOf(block: SharedBlock, code: string, log: Log) {
  const { origin } = block;
  if (origin === undefined || origin.cell !== undefined) return undefined;
  const [file, ...others] = await findFiles(origin.path);
  const root = file?.scheme === 'file' ? await repositoryRoot(dirname(file.fsPath)) : undefined;
  if (file === undefined || others.length > 0 || root === undefined) return undefined;
  const { document, committed } = await versionsOfBlock(file, block, log);
  // Where the lines have changed here, their author may still have them as they were.
  for (const text of [document.getText(), committed]) {
    const lines = text === undefined ? undefined : findBlock(text, block.code, origin.startLine);
    if (text === undefined || lines === undefined) continue;
    const path = relativePath(root, file.fsPath);
    const patch = placePatch(path, text, withSharedLines(text, { ...block, code }, lines));
    return patch === '' ? undefined : { path, patch, repository: basename(root) };
  }
  return undefined;
}
