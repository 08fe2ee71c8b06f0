import { commands, type QuickInput } from 'vscode';
import { type Disposable, MutableDisposable } from '../../../core/base/disposable.ts';
import { setContext } from '../../vscode/contextKeys.ts';

/** Those on the screen: a window shows one list at a time. */
let visible: StepLists | undefined;

/** Escape while lists of steps are open. It closes every other list. */
export async function escapeStep(): Promise<void> {
  if (visible !== undefined) return visible.escape();
  // The context of an extension host that crashed.
  await setContext('roomside:steps', false);
  await closeList();
}

const closeList = async () => void (await commands.executeCommand('workbench.action.closeQuickOpen'));

/**
 * The lists of a command with several steps. A list that is answered stays on the screen until the next one replaces it: in
 * between, keys would go to the code. Escape is a key binding, because VS Code does not say whether a list was closed by it
 * or replaced.
 */
export class StepLists implements Disposable {
  readonly #shown = new MutableDisposable<Disposable>();
  #input: QuickInput | undefined;
  #onEscape: (() => void) | undefined;
  #isLeft = false;

  /** Whether the user has closed them or opened another list. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  /**
   * Shows a list in place of the one before.
   * @param owner what is disposed when the next one has replaced it
   * @param onEscape what Escape does besides leaving all steps
   * @returns whether it is shown: not if the user has left the steps
   */
  show(input: QuickInput, owner: Disposable = input, onEscape?: () => void): boolean {
    if (this.#isLeft) {
      owner.dispose();
      return false;
    }
    visible = this;
    this.#input = input;
    this.#onEscape = onEscape;
    input.onDidHide(() => {
      if (this.#input !== input) return;
      this.leave();
      this.#forget();
    });
    // Not awaited: VS Code handles it before the list, which follows on the same connection.
    void setContext('roomside:steps', true);
    input.show();
    // Replaced on the screen, the one before closes without a change of the focus.
    this.#shown.value = owner;
    return true;
  }

  /** Closes the list, and the steps go on without one. */
  close(): void {
    this.#input = undefined;
    this.#shown.value = undefined;
    this.#forget();
  }

  /** Shows no further list. The one on the screen closes when the steps end. */
  leave(): void {
    this.#isLeft = true;
  }

  async escape(): Promise<void> {
    if (this.#onEscape !== undefined) return this.#onEscape();
    this.leave();
    await closeList();
  }

  dispose(): void {
    this.leave();
    this.close();
  }

  #forget(): void {
    if (visible !== this) return;
    visible = undefined;
    void setContext('roomside:steps', false);
  }
}

/** Shows a list as one of these steps, or alone: see `StepLists.show`. */
export function showIn(lists: StepLists | undefined, owner: Disposable, onEscape?: () => void) {
  return (input: QuickInput): boolean => {
    if (lists !== undefined) return lists.show(input, owner, onEscape);
    input.show();
    return true;
  };
}
