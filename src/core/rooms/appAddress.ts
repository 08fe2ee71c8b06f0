import { isLoopbackHost } from '../base/loopback.ts';

/** A room, or a message in it, with the IDs of the service. */
export interface AppPlace {
  readonly roomId: string;
  readonly messageId?: string | undefined;
}

/** The apps of services that are known, by host. */
const knownApps: ReadonlyMap<string, string> = new Map([
  ['webexapis.com', 'webexteams://im?space={roomKey}[&message={messageKey}]'],
]);

/** The template of a known service. @param baseUrl of the service */
export function knownAppTemplate(baseUrl: string): string | undefined {
  return knownApps.get(new URL(baseUrl).hostname);
}

/** Schemes that run something in the editor or the browser, or open a file of this computer. */
const runningSchemes =
  /^(?:command|data|file|javascript|vscode.*|code-oss|vscodium.*|cursor|windsurf|positron|about|blob)$/i;

/**
 * Fills in the template of an address: `{room}` and `{message}` are the IDs, `{roomKey}` and `{messageKey}` the last part of
 * an ID that is an encoded path. A part in brackets belongs to a message only.
 * @param template the user's own
 * @returns `undefined` for a template whose scheme is not that of an app, or whose host depends on an ID
 */
export function appAddress(template: string, { roomId, messageId }: AppPlace): string | undefined {
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]*):\/\/[^{}[\]/?#\s]+[/?#]/i.exec(template) ?? [];
  if (scheme === '' || runningSchemes.test(scheme)) return undefined;
  const values = {
    room: roomId,
    roomKey: keyOf(roomId),
    message: messageId,
    messageKey: messageId && keyOf(messageId),
  };
  const whole = template.replace(/\[([^[\]]*)\]/g, messageId === undefined ? '' : '$1');
  const filled = whole.replace(/\{(room|roomKey|message|messageKey)\}/g, (_, name: keyof typeof values) =>
    encodeURIComponent((values[name] ?? '').toWellFormed()),
  );
  return URL.parse(filled) === null ? undefined : filled;
}

/** Whether another server may name a template: only a web page. */
export function isWebTemplate(template: string): boolean {
  const url = URL.parse(template.replace(/[{}[\]]/g, ''));
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname));
}

/** Some services encode the path of a resource in its ID: `scheme://region/ROOM/key`. */
function keyOf(id: string): string {
  const decoded = /^[\w+/-]+=*$/.test(id) ? Buffer.from(id, 'base64').toString('latin1') : '';
  return /^[a-z]+:\/\/[\x21-\x7e]*\/([\w-]+)$/i.exec(decoded)?.[1] ?? id;
}
