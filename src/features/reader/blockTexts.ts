import { type Disposable, Uri, workspace } from 'vscode';

const scheme = 'roomside-block';
const maxTexts = 20;

/** Texts that are shown beside a file, read-only; the last ones are kept. */
export class BlockTexts implements Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registration: Disposable;
  #count = 0;

  constructor() {
    this.#registration = workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: (uri) => this.#texts.get(uri.query) ?? '',
    });
  }

  /** An address under which the editor finds the text, under the name of a file, so that it takes its language. */
  add(name: string, text: string): Uri {
    this.#count += 1;
    const query = String(this.#count);
    this.#texts.set(query, text);
    for (const oldest of this.#texts.keys()) if (this.#texts.size > maxTexts) this.#texts.delete(oldest);
    return Uri.from({ scheme, path: `/${name}`, query });
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
