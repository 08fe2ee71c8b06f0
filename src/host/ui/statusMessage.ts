import { type Command, StatusBarAlignment, window } from 'vscode';
import { systemClock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore, MutableDisposable } from '../../core/base/disposable.ts';

const shownForMs = 10_000;

/** Shows in the status bar that an action succeeded. Success never shows a notification. */
export function showSuccess(message: string): void {
  window.setStatusBarMessage(`$(check) ${message}`, shownForMs);
}

/** Shows information in the status bar that needs no answer. */
export function showNotice(message: string): void {
  window.setStatusBarMessage(`$(info) ${message}`, shownForMs);
}

/** Shows in the status bar that an action succeeded, with Undo on click. A newer message replaces the previous one. */
export class UndoableMessage implements Disposable {
  readonly #shown = new MutableDisposable<DisposableStore>();

  show(message: string, undo: Command): void {
    const shown = new DisposableStore();
    const item = shown.add(window.createStatusBarItem('roomside.undo', StatusBarAlignment.Left));
    item.name = 'Roomside';
    item.text = `$(check) ${message} $(discard) ${undo.title}`;
    item.tooltip = undo.tooltip;
    item.command = undo;
    item.show();
    shown.add(systemClock.startTimer(shownForMs, () => shown.dispose()));
    this.#shown.value = shown;
  }

  hide(): void {
    this.#shown.value = undefined;
  }

  dispose(): void {
    this.#shown.dispose();
  }
}
