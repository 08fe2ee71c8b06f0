import { randomUUID } from 'node:crypto';
import { type Disposable, Uri, workspace } from 'vscode';
import { dropOldest } from '../../core/base/dropOldest.ts';

/** More than the files of most patches. */
const maxTexts = 100;

/**
 * Read-only documents for editors and comparisons; the latest are kept. Each text has its own URI: for a known one, also of
 * an earlier window, the editor shows the old text until it receives the new one.
 */
export class ReadOnlyTexts implements Disposable {
  readonly #texts = new Map<string, string>();
  readonly #scheme: string;
  #registration: Disposable | undefined;

  constructor(scheme: 'roomside-block' | 'roomside-patch' | 'roomside-preview' | 'roomside-version') {
    this.#scheme = scheme;
  }

  /** Adds a text. @param name its path, by which VS Code detects the language */
  add(name: string, text: string): Uri {
    this.#registration ??= workspace.registerTextDocumentContentProvider(this.#scheme, {
      provideTextDocumentContent: (uri) => this.#texts.get(uri.query) ?? '',
    });
    const query = randomUUID();
    this.#texts.set(query, text);
    dropOldest(this.#texts, maxTexts);
    return Uri.from({ scheme: this.#scheme, path: `/${name}`, query });
  }

  dispose(): void {
    this.#registration?.dispose();
  }
}
