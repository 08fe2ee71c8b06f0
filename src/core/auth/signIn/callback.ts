import { decodeUrlPart } from '../../base/paths.ts';

/**
 * The sender of a callback: the service, with `state` (RFC 6749, 4.1.2), or a broker, with `flow`
 * (`BrokerCallbackQuery`). Both identify the attempt, and neither is accepted in place of the other.
 */
export type CallbackSender = 'service' | 'broker';

export type Callback =
  | { readonly kind: 'code'; readonly from: CallbackSender; readonly state: string; readonly code: string }
  | {
      readonly kind: 'error';
      readonly from: CallbackSender;
      readonly state: string;
      readonly error: string;
      readonly description: string | undefined;
    }
  /** A required parameter is missing or repeated: the link is not from a sign-in. It changes nothing. */
  | { readonly kind: 'malformed' };

/** Longer than an address that browsers open. */
const maxLength = 16_384;

/**
 * Parses the query of a callback. Editors pass it decoded or encoded, so both are accepted. A `+` in a code is kept; in
 * a description it is a space. A query of more than 16,384 characters is malformed.
 */
export function parseCallback(query: string): Callback {
  if (query.length > maxLength) return { kind: 'malformed' };
  const parts = query.split('&').map((part) => part.split('='));
  const parameters = Map.groupBy(parts, ([name = '']) => name);
  const one = (name: string): string | undefined => {
    const [[, ...rest] = [], ...others] = parameters.get(name) ?? [];
    return others.length > 0 ? undefined : decodeLeniently(rest.join('=')) || undefined;
  };
  const from = parameters.has('flow') ? 'broker' : 'service';
  const state = one(from === 'broker' ? 'flow' : 'state');
  const code = one('code');
  const error = one('error');
  if (state === undefined || (parameters.has('flow') && parameters.has('state'))) return { kind: 'malformed' };
  if (code !== undefined && !parameters.has('error')) return { kind: 'code', from, state, code };
  if (error !== undefined && !parameters.has('code')) {
    const text = one('error_description');
    const description = from === 'broker' ? decodeBase64Url(text) : text?.replaceAll('+', ' ');
    return { kind: 'error', from, state, error, description };
  }
  return { kind: 'malformed' };
}

/**
 * The query in a pasted text: a whole URL, or the query alone, as the page of a broker offers it. Surrounding spaces
 * and a fragment are removed.
 */
export function pastedQuery(text: string): string {
  const [beforeFragment = ''] = text.trim().split('#', 1);
  return beforeFragment.slice(beforeFragment.indexOf('?') + 1);
}

/** Decodes the description of a broker (base64url of UTF-8). Omits any other form. */
function decodeBase64Url(value: string | undefined): string | undefined {
  if (value === undefined || !/^[A-Za-z0-9_-]+$/.test(value)) return undefined;
  return Buffer.from(value, 'base64url').toString('utf8');
}

function decodeLeniently(value: string): string {
  // A decoded value may contain a lone percent sign. Then it is not decoded again.
  return /%(?![0-9a-f]{2})/i.test(value) ? value : (decodeUrlPart(value) ?? value);
}

const extensionId = 'roomside.roomside';

/** The callback URI of an editor product, such as `vscode://roomside.roomside/callback`. */
export function callbackAddress(uriScheme: string): string {
  return `${uriScheme}://${extensionId}/callback`;
}

/** Whether this is the callback of a web editor, `https://…`, and not of a desktop editor. */
export function isWebAddress(address: string): boolean {
  return /^https?:/i.test(address);
}
