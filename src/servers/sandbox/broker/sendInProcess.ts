import type { Send } from '../../../core/api/send.ts';
import type { FetchApp } from '../../listen.ts';

/**
 * The way to an app of this process, without a socket: short texts there, and whatever it answers back.
 * @param localUrl gives the address under which the app knows itself
 */
export function sendInProcess(localUrl: (url: string) => string, app: FetchApp): Send {
  return async ({ method, url, headers, body }, signal) => {
    const content = body?.text === undefined ? {} : { body: body.text };
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': body.contentType };
    const request = new Request(localUrl(url), { method, headers: { ...headers, ...type }, ...content });
    const response = await endedBy(signal, Promise.resolve(app.fetch(request)));
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      body: response.body ?? ReadableStream.from([]),
    };
  };
}

/** The app does not look at the signal: whoever gives up is let go all the same. */
function endedBy<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
