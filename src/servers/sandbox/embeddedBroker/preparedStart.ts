import * as v from 'valibot';
import type { BrokerStartQuery } from '../../../core/auth/brokerProtocol.ts';
import { knownEditorSchemes } from '../../broker/config/addresses.ts';
import { fields, identifier, readBody, text } from '../http/bodies.ts';
import { badRequest } from '../http/errors.ts';

/** The start of a broker flow that an editor registers before the browser opens. */
export interface PreparedStart {
  /** For `GET /broker/start`, which validates it like any other query. */
  readonly query: string;
  /** The callback address of the editor. */
  readonly callback: string | undefined;
  /** The address of the sandbox for the editor's browser, without a trailing slash. */
  readonly visibleAt: string | undefined;
}

const preparedStart = fields({
  challenge: identifier,
  fid: identifier,
  cb: v.exactOptional(text),
  visibleAt: v.exactOptional(text),
});

/** Reads the body of POST /_sandbox/broker/starts. @throws {ApiError} 400 */
export async function readPreparedStart(request: Request): Promise<PreparedStart> {
  const { visibleAt, ...query }: BrokerStartQuery & { visibleAt?: string } = await readBody(request, preparedStart);
  const parts = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
  return { query: parts.join('&'), callback: query.cb, visibleAt: addressOf(visibleAt) };
}

function addressOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && !/[?#@]/.test(text);
  if (!isPlain) throw badRequest('“visibleAt” is not the address of a server.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** The scheme of any editor, with the path and extension that the broker calls. */
const editorAddressPattern = /^([a-z][a-z0-9-]*):\/\/roomside\.roomside\/callback(?:\?|$)/;

/** The editors that the broker may call back: the well-known ones, and those registered with the control key. */
export interface KnownEditors {
  readonly schemes: readonly string[];
  /** Exact addresses of editors in the browser. */
  readonly webCallbacks: readonly string[];
  /** Registers the editor at this address. @throws {ApiError} 400 when no editor can have it */
  allow(callback: string): void;
}

export function createKnownEditors(): KnownEditors {
  const schemes = [...knownEditorSchemes];
  const webCallbacks: string[] = [];
  const addTo = (list: string[], item: string): void => {
    if (!list.includes(item)) list.push(item);
  };
  return {
    schemes,
    webCallbacks,
    allow(callback) {
      const scheme = editorAddressPattern.exec(callback)?.[1];
      if (scheme !== undefined) return addTo(schemes, scheme);
      const url = URL.parse(callback);
      if (!/^https?:$/.test(url?.protocol ?? '') || !url?.pathname.endsWith('/callback')) {
        throw badRequest('“callback” is not the address at which an editor waits.');
      }
      addTo(webCallbacks, `${url.origin}${url.pathname}`);
    },
  };
}
