import { type Disposable, type TextDocument, type TextEditor, window, workspace } from 'vscode';

/**
 * The file the user was editing before the reader: a webview in front leaves no editor active. Logs, output and other
 * documents that cannot be changed do not count.
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

  /** `undefined` when there was none, or its file was closed. */
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

/** Untitled documents have no file system; every other scheme that can be written to has one. */
function isWritable({ uri, isUntitled }: TextDocument): boolean {
  return isUntitled || workspace.fs.isWritableFileSystem(uri.scheme) === true;
}
