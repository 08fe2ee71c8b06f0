import type { TextDocument, TextDocumentContentChangeEvent } from 'vscode';

type Edit = Pick<TextDocumentContentChangeEvent, 'rangeOffset' | 'rangeLength' | 'text'>;

/** After so many edits, the text is read again. */
const maxEdits = 200;

/** The texts of documents before an edit, which VS Code does not tell. Edits are applied only when a text is needed. */
export class TextsBefore {
  readonly #known = new Map<string, { readonly text: string; readonly edits: Edit[] }>();

  /** The document as it is now. */
  note(document: TextDocument): void {
    this.#known.set(document.uri.toString(), { text: document.getText(), edits: [] });
  }

  /** @returns the text before these edits, which have just been made; `undefined` if it was not noted */
  take(document: TextDocument, edits: readonly Edit[]): () => string | undefined {
    const known = this.#known.get(document.uri.toString());
    const earlier = known?.edits.slice() ?? [];
    if (known !== undefined && earlier.length < maxEdits) known.edits.push(...edits);
    else this.note(document);
    return () => known && earlier.reduce(applied, known.text);
  }

  forget(document: Pick<TextDocument, 'uri'>): void {
    this.#known.delete(document.uri.toString());
  }
}

function applied(text: string, edit: Edit): string {
  return text.slice(0, edit.rangeOffset) + edit.text + text.slice(edit.rangeOffset + edit.rangeLength);
}
