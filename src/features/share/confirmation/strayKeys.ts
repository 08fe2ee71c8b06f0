import type { QuickPick, QuickPickItem } from 'vscode';
import type { Disposable } from '../../../core/base/disposable.ts';

/** A share that a program asks for accepts nothing before no key was pressed for this long. */
const calmMs = 700;

/** A step that a program opens appears while the user may be typing elsewhere: these keys must not confirm it. */
export class StrayKeys implements Disposable {
  readonly #typing: Disposable;
  #timer: NodeJS.Timeout | undefined;
  #arePossible: boolean;

  constructor(picker: Pick<QuickPick<QuickPickItem>, 'onDidChangeValue'>, arePossible: boolean) {
    this.#arePossible = arePossible;
    this.#typing = picker.onDidChangeValue(() => this.await());
  }

  /** The step is on the screen, or a key was pressed in it. @returns whether it may be a stray one */
  await(): boolean {
    if (!this.#arePossible) return false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#arePossible = false;
    }, calmMs);
    return true;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#typing.dispose();
  }
}
