import { type Command, StatusBarAlignment, window } from 'vscode';
import { systemClock } from '../core/base/clock.ts';
import { type Disposable, DisposableStore, MutableDisposable } from '../core/base/disposable.ts';

const shownForMs = 10_000;

/** Says in the status bar that something went well. Success never pops up. */
export function showSuccess(message: string): void {
  window.setStatusBarMessage(`$(check) ${message}`, shownForMs);
}

/** Says in the status bar how something stands that needs no answer. */
export function showNotice(message: string): void {
  window.setStatusBarMessage(`$(info) ${message}`, shownForMs);
}

/** Says in the status bar that something went well and can be taken back by a click; the newest takes the place of the last. */
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
