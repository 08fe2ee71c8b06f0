import type { BrokerCallbackQuery } from '../../../core/auth/brokerProtocol.ts';
import type { BrokerConfig } from '../config/brokerConfig.ts';

const extensionId = 'roomside.roomside';
const maxLength = 1024;

/** Nothing that changes its meaning on the way: no space, quote, backslash, fragment or second address in it. */
const shapeOfEditorAddress = /^([a-z][a-z0-9-]*):\/\/roomside\.roomside\/callback(?:\?([A-Za-z0-9._~=&%-]+))?$/;
const shapeOfWebAddress = /^(https?:\/\/[A-Za-z0-9.:[\]/_~-]+)\?([A-Za-z0-9._~=&%/-]+)$/;

/**
 * Whether an editor waits at this address: an allowed scheme with exactly our extension and path, or exactly an address
 * the operator named. The editor's own query (`windowId=…`, `vscode-reqid=…`) may follow; ours must not be in it yet.
 */
export function isEditorCallback(
  address: string,
  { editorSchemes, webCallbacks }: Pick<BrokerConfig, 'editorSchemes' | 'webCallbacks'>,
): boolean {
  if (address.length > maxLength) return false;
  const [, scheme, query = ''] = shapeOfEditorAddress.exec(address) ?? [];
  if (scheme !== undefined) return editorSchemes.includes(scheme) && parametersOf(query) !== undefined;
  const [, webAddress = '', webQuery = ''] = shapeOfWebAddress.exec(address) ?? [];
  if (!webCallbacks.includes(webAddress)) return false;
  // The page behind it passes on to whichever extension its query names.
  const parameters = parametersOf(webQuery);
  return parameters?.get('vscode-authority') === extensionId && parameters.get('vscode-path') === '/callback';
}

const ours = new Set(['flow', 'code', 'error', 'error_description', 'state']);

/** The editor's own parameters; `undefined` when one is there twice, is not plain ASCII, or would be taken for ours. */
function parametersOf(query: string): ReadonlyMap<string, string> | undefined {
  if (/%(?![2-7][0-9A-Fa-f])|%7[Ff]/.test(query)) return undefined;
  const parameters = [...new URLSearchParams(query)];
  // Editors decode an address on its way to the extension: what it decodes to must be as harmless.
  const decoded = [...new URLSearchParams(decodeURIComponent(query)).keys()];
  if ([...parameters.map(([name]) => name), ...decoded].some((name) => ours.has(name))) return undefined;
  const map = new Map(parameters);
  return map.size === parameters.length ? map : undefined;
}

/** What is added to the address, and what the user copies instead. Every value is base64url, dots or an error code. */
export function callbackQuery(query: BrokerCallbackQuery): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** The editor's address with our parameters behind its own. */
export function callbackTarget(address: string, query: BrokerCallbackQuery): string {
  return `${address}${address.includes('?') ? '&' : '?'}${callbackQuery(query)}`;
}

const editorNames: Readonly<Record<string, string>> = {
  vscode: 'Visual Studio Code',
  'vscode-insiders': 'Visual Studio Code Insiders',
  'code-oss': 'Code - OSS',
  vscodium: 'VSCodium',
  'vscodium-insiders': 'VSCodium Insiders',
  cursor: 'Cursor',
  windsurf: 'Windsurf',
  positron: 'Positron',
};

/** What the user calls the editor behind an address. */
export function editorNameOf(address: string): string {
  return editorNames[address.split(':', 1)[0] ?? ''] ?? 'your editor';
}
