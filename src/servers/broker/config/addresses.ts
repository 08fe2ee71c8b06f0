import { isLoopbackHost } from '../../../core/base/loopback.ts';
import { ConfigError } from './environment.ts';

/**
 * An address without query, fragment, credentials and trailing slash.
 * @throws {ConfigError} also when it is neither https nor on this machine
 */
export function parseAddress(name: string, text: string): string {
  if (text.includes('*')) throw new ConfigError(`${name} must be an exact address, without a wildcard.`);
  const url = URL.parse(text);
  if (url === null) throw new ConfigError(`${name} is not an address: write it as https://name.example.`);
  const isLocal = url.protocol === 'http:' && isLoopbackHost(url.hostname);
  if (url.protocol !== 'https:' && !isLocal) {
    throw new ConfigError(`${name} must begin with https://; only localhost may use http://.`);
  }
  if (url.username || url.password) throw new ConfigError(`${name} must not contain a user name or password.`);
  if (/[?#]/.test(text)) throw new ConfigError(`${name} must not contain a query or fragment.`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

const schemePattern = /^[a-z][a-z0-9-]*$/;
/** Schemes that browsers handle themselves, so that no editor can own them. */
const browserSchemes = /^(https?|wss?|ftp|file|data|javascript|blob|about|mailto|view-source|chrome|filesystem)$/;

/** The names of VS Code and its forks, by URI scheme. */
export const knownEditors: Readonly<Record<string, string>> = {
  vscode: 'Visual Studio Code',
  'vscode-insiders': 'Visual Studio Code Insiders',
  'code-oss': 'Code - OSS',
  vscodium: 'VSCodium',
  'vscodium-insiders': 'VSCodium Insiders',
  cursor: 'Cursor',
  windsurf: 'Windsurf',
  positron: 'Positron',
};

export const knownEditorSchemes: readonly string[] = Object.keys(knownEditors);

/**
 * The editors' URI schemes, separated by commas. A list that begins with `+` is added to the known editors; any other
 * list replaces them.
 * @throws {ConfigError}
 */
export function parseSchemes(name: string, text: string): readonly string[] {
  if (text.startsWith('+')) return [...new Set([...knownEditorSchemes, ...namedSchemes(name, text.slice(1))])];
  return namedSchemes(name, text);
}

function namedSchemes(name: string, text: string): readonly string[] {
  const schemes = listOf(text);
  for (const scheme of schemes) {
    if (scheme.includes('*')) throw new ConfigError(`${name} must name each scheme, without a wildcard.`);
    if (!schemePattern.test(scheme)) throw new ConfigError(`${name} contains “${scheme}”, which is not a URI scheme.`);
    if (browserSchemes.test(scheme))
      throw new ConfigError(`${name} contains “${scheme}”, which is not an editor's scheme.`);
  }
  if (schemes.length === 0) throw new ConfigError(`${name} names no scheme.`);
  return schemes;
}

/** The callback addresses of editors in the browser, separated by commas. @throws {ConfigError} */
export function parseWebCallbacks(name: string, text: string): readonly string[] {
  return listOf(text).map((item) => {
    const address = parseAddress(name, item);
    if (!address.endsWith('/callback')) {
      throw new ConfigError(`${name} contains an address that does not end in /callback.`);
    }
    return address;
  });
}

function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
