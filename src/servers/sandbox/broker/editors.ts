import { badRequest } from '../http/errors.ts';

/** Any editor's own scheme, and the one page and extension the broker calls. */
const shapeOfEditorAddress = /^([a-z][a-z0-9-]*):\/\/roomside\.roomside\/callback(?:\?|$)/;

/** Whom the broker calls back: the editors everybody knows, and those that asked for it with the control key. */
export interface KnownEditors {
  readonly schemes: readonly string[];
  /** Exact addresses of editors in the browser. */
  readonly webCallbacks: readonly string[];
  /** Adds the one who waits at this address. @throws {ApiError} 400 when no editor can */
  allow(callback: string): void;
}

export function createKnownEditors(): KnownEditors {
  const schemes = ['vscode', 'vscode-insiders', 'vscodium', 'cursor', 'code-oss'];
  const webCallbacks: string[] = [];
  const addTo = (list: string[], item: string): void => {
    if (!list.includes(item)) list.push(item);
  };
  return {
    schemes,
    webCallbacks,
    allow(callback) {
      const scheme = shapeOfEditorAddress.exec(callback)?.[1];
      if (scheme !== undefined) return addTo(schemes, scheme);
      const url = URL.parse(callback);
      if (!/^https?:$/.test(url?.protocol ?? '') || !url?.pathname.endsWith('/callback')) {
        throw badRequest('“callback” is not the address at which an editor waits.');
      }
      addTo(webCallbacks, `${url.origin}${url.pathname}`);
    },
  };
}
