import { type Disposable, Uri, workspace } from 'vscode';
import { dropOldest } from '../../core/base/dropOldest.ts';

const maxTexts = 20;

/** Read-only documents with shared code for editors and comparisons; the latest are kept. */
export class ReadOnlyTexts implements Disposable {
  readonly #texts = new Map<string, string>();
  readonly #scheme: string;
  readonly #registration: Disposable;
  #count = 0;

  constructor(scheme: 'roomside-block' | 'roomside-version') {
    this.#scheme = scheme;
    this.#registration = workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: (uri) => this.#texts.get(uri.query) ?? '',
    });
  }

  /** Adds a text. @returns its URI, with the given file name, so that VS Code detects the language */
  add(name: string, text: string): Uri {
    this.#count += 1;
    const query = String(this.#count);
    this.#texts.set(query, text);
    dropOldest(this.#texts, maxTexts);
    return Uri.from({ scheme: this.#scheme, path: `/${name}`, query });
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
