import { type Disposable, EndOfLine, l10n, type Selection, type TextDocument, type TextEditor, window } from 'vscode';
import { insertedText } from '../../../core/messages/insertBlock.ts';
import { showNotice } from '../../../host/ui/statusBar.ts';

/** Inserts code at the cursor, or replaces the selection, in the last active editor. */
export async function insertAtCursor(code: string, last: LastEditor): Promise<void> {
  const shown = await last.show();
  if (shown === undefined) return showNotice(l10n.t('Open a file and place the cursor first.'));
  const { document, selections } = shown;
  const { version } = document;
  const isDone = await shown.edit((edit) => {
    for (const selection of selections) edit.replace(selection, textFor(code, document, selection));
  });
  // VS Code says of an editor that is read-only, too, that it was edited.
  if (!isDone || document.version === version) showNotice(l10n.t("Couldn't insert the code: this file is read-only."));
}

function textFor(code: string, document: TextDocument, { start, end }: Selection): string {
  return insertedText(code, {
    line: document.lineAt(start.line).text,
    column: start.character,
    rest: document.lineAt(end.line).text.slice(end.character),
    isWholeLines: end.line > start.line && end.character === 0,
    lineBreak: document.eol === EndOfLine.CRLF ? '\r\n' : '\n',
  });
}

/**
 * The last active text editor, or cell of a notebook: while a webview has the focus, no editor is active. Output and the
 * texts that Roomside shows are passed over. Any other document counts: code that it does not take must not go to a file
 * that the user has left.
 */
export class LastEditor implements Disposable {
  readonly #subscription: Disposable;
  #editor: TextEditor | undefined;

  constructor() {
    this.#update(window.activeTextEditor);
    this.#subscription = window.onDidChangeActiveTextEditor((editor) => {
      this.#update(editor);
    });
  }

  /** `undefined` if there was none or its document is closed. */
  get value(): TextEditor | undefined {
    return this.#editor?.document.isClosed ? undefined : this.#editor;
  }

  /** Shows it with its selection: it may be hidden behind the reader, and hidden editors cannot be edited. */
  async show(): Promise<TextEditor | undefined> {
    if (this.value === undefined) return undefined;
    const { document, viewColumn, selections } = this.value;
    const shown = await window.showTextDocument(document, viewColumn === undefined ? {} : { viewColumn });
    shown.selections = selections;
    return shown;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #update(editor: TextEditor | undefined): void {
    if (editor !== undefined && !isPassedOver.test(editor.document.uri.scheme)) this.#editor = editor;
  }
}

const isPassedOver = /^(?:output$|roomside-(?!draft$))/;
