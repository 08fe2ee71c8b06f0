import { type Disposable, languages, window } from 'vscode';
import { DisposableStore } from '../../../core/base/disposable.ts';
import { setEditorHasProblems } from '../../../host/vscode/contextKeys.ts';

/** Sets the context key for "Share Problem to Room…" while the active editor has problems. VS Code has no such key. */
export class ProblemContext implements Disposable {
  readonly #owned = new DisposableStore();
  #hasProblems = false;

  constructor() {
    this.#owned.add(window.onDidChangeActiveTextEditor(() => this.#update()));
    this.#owned.add(
      languages.onDidChangeDiagnostics(({ uris }) => {
        const active = window.activeTextEditor?.document.uri.toString();
        if (uris.some((uri) => uri.toString() === active)) this.#update();
      }),
    );
    this.#update();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #update(): void {
    const uri = window.activeTextEditor?.document.uri;
    const hasProblems = uri !== undefined && languages.getDiagnostics(uri).length > 0;
    if (hasProblems === this.#hasProblems) return;
    this.#hasProblems = hasProblems;
    void setEditorHasProblems(hasProblems);
  }
}
