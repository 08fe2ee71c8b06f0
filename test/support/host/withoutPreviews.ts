import { type TextDocumentShowOptions, Uri, workspace } from 'vscode';
import { replaceInWindow } from './windowMember.ts';

/**
 * Shares open no preview during each test of a `describe`: an editor beside the active one costs more than the rest of a
 * share. Returns what lets a test have its previews.
 */
export function withoutPreviews(): () => void {
  let restore: () => void = () => undefined;
  beforeEach(() => {
    restore = replaceInWindow('showTextDocument', (original) => {
      const show = original as (shown: unknown, options?: TextDocumentShowOptions) => unknown;
      return (shown: unknown, options?: TextDocumentShowOptions) =>
        shown instanceof Uri && shown.scheme === 'roomside-preview'
          ? workspace.openTextDocument(shown)
          : show(shown, options);
    });
  });
  afterEach(() => restore());
  return () => restore();
}
