import { type Disposable, type TextDocument, type TextEditor, window, workspace } from 'vscode';

/**
 * The last active text editor: while a webview has the focus, no editor is active. Read-only documents such as logs and
 * output are ignored.
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

  dispose(): void {
    this.#subscription.dispose();
  }

  #update(editor: TextEditor | undefined): void {
    if (editor !== undefined && isWritable(editor.document)) this.#editor = editor;
  }
}

/** Untitled documents have no file system. All other writable schemes have one. */
function isWritable({ uri, isUntitled }: TextDocument): boolean {
  return isUntitled || workspace.fs.isWritableFileSystem(uri.scheme) === true;
}
