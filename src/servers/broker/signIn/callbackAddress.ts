import type { BrokerCallbackQuery } from '../../../core/auth/brokerProtocol.ts';
import { knownEditors } from '../config/addresses.ts';
import type { BrokerConfig } from '../config/brokerConfig.ts';

const extensionId = 'roomside.roomside';
const maxLength = 1024;

/** No characters that could change the meaning of the address: no space, quote, backslash, fragment or second address. */
const editorAddressPattern = /^([a-z][a-z0-9-]*):\/\/roomside\.roomside\/callback(?:\?([A-Za-z0-9._~=&%-]+))?$/;
const webAddressPattern = /^(https?:\/\/[A-Za-z0-9.:[\]/_~-]+)\?([A-Za-z0-9._~=&%/-]+)$/;

/**
 * Whether an address is the callback of an editor: an allowed scheme with exactly our extension and path, or exactly an
 * address that the operator configured. The editor's own query (`windowId=…`, `vscode-reqid=…`) may follow, but must not
 * contain our parameters.
 */
export function isEditorCallback(
  address: string,
  { editorSchemes, webCallbacks }: Pick<BrokerConfig, 'editorSchemes' | 'webCallbacks'>,
): boolean {
  if (address.length > maxLength) return false;
  const [, scheme, query = ''] = editorAddressPattern.exec(address) ?? [];
  if (scheme !== undefined) return editorSchemes.includes(scheme) && parametersOf(query) !== undefined;
  const [, webAddress = '', webQuery = ''] = webAddressPattern.exec(address) ?? [];
  if (!webCallbacks.includes(webAddress)) return false;
  // The page at this address forwards to the extension that its query names.
  const parameters = parametersOf(webQuery);
  return parameters?.get('vscode-authority') === extensionId && parameters.get('vscode-path') === '/callback';
}

const reservedNames = new Set(['flow', 'code', 'error', 'error_description', 'state']);

/** The editor's own parameters; `undefined` when one occurs twice, is not plain ASCII, or has the name of one of ours. */
function parametersOf(query: string): ReadonlyMap<string, string> | undefined {
  if (/%(?![2-7][0-9A-Fa-f])|%7[Ff]/.test(query)) return undefined;
  const parameters = [...new URLSearchParams(query)];
  // Editors decode an address before they pass it to the extension, so the decoded address must be safe too.
  const decoded = [...new URLSearchParams(decodeURIComponent(query)).keys()];
  if ([...parameters.map(([name]) => name), ...decoded].some((name) => reservedNames.has(name))) return undefined;
  const map = new Map(parameters);
  return map.size === parameters.length ? map : undefined;
}

/** The query that is added to the address or copied by the user. Every value is base64url, dots or an error code. */
export function callbackQuery(query: BrokerCallbackQuery): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** The editor's address with our parameters after its own. */
export function callbackTarget(address: string, query: BrokerCallbackQuery): string {
  return `${address}${address.includes('?') ? '&' : '?'}${callbackQuery(query)}`;
}

/** The name of the editor at an address, for people. `undefined` for an unknown one. */
export function editorNameOf(address: string): string | undefined {
  return knownEditors[address.split(':', 1)[0] ?? ''];
}
