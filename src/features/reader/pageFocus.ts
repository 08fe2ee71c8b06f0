import type { Disposable } from '../../core/base/disposable.ts';
import { setContext } from '../../host/vscode/contextKeys.ts';
import type { FocusPlace } from '../../webview/reader/protocol.ts';

/** Where the focus is in the pages of rooms: the context of their keys. One page at a time has the focus. */
export class PageFocus implements Disposable {
  #owner: object | undefined;

  /** @param page reports the place; without the focus, another page may have it already */
  async set(page: object, place: FocusPlace): Promise<void> {
    if (place === 'none' && page !== this.#owner) return;
    this.#owner = place === 'none' ? undefined : page;
    await Promise.all([
      setContext('roomside:readerFocus', place === 'messages'),
      setContext('roomside:replyFocus', place === 'field'),
    ]);
  }

  dispose(): void {
    if (this.#owner !== undefined) void this.set(this.#owner, 'none');
  }
}
