import { type Disposable, type TextEditor, window } from 'vscode';

/** The editor the user was in before the reader: a webview in front leaves none active. */
export class LastEditor implements Disposable {
  readonly #subscription: Disposable;
  #editor: TextEditor | undefined = window.activeTextEditor;

  constructor() {
    this.#subscription = window.onDidChangeActiveTextEditor((editor) => {
      this.#editor = editor ?? this.#editor;
    });
  }

  /** `undefined` when there was none, or its file was closed. */
  get value(): TextEditor | undefined {
    return this.#editor?.document.isClosed ? undefined : this.#editor;
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
