import { window } from 'vscode';

const shownForMs = 10_000;

/** Says in the status bar that something went well. Success never pops up. */
export function showSuccess(message: string): void {
  window.setStatusBarMessage(`$(check) ${message}`, shownForMs);
}

/** Says in the status bar how something stands that needs no answer. */
export function showNotice(message: string): void {
  window.setStatusBarMessage(`$(info) ${message}`, shownForMs);
}
