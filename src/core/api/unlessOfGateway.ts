import { ConnectionError } from './errors.ts';
import { isWebPage, maxErrorBytes, readResponseText } from './jsonResponse.ts';
import { requestTarget, type SendRequest, type SendResponse } from './send.ts';

/**
 * A 401 with a body that can still be read, and holds no connection [X23].
 * @throws {ConnectionError} of kind proxy for a web page, or a challenge that is not Bearer
 */
export async function unlessOfGateway({ url }: SendRequest, response: SendResponse): Promise<SendResponse> {
  const { text } = await readResponseText(response, maxErrorBytes);
  const challenge = response.header('www-authenticate') || 'Bearer';
  if (/\bbearer\b/i.test(challenge) && !isWebPage(text)) return { ...response, body: bodyOf(text) };
  const code = `HTTP_${response.status}`;
  const facts = { host: requestTarget(url).host, code, proxyStatus: response.status, mayHaveBeenProcessed: false };
  throw new ConnectionError({ ...facts, kind: 'proxy' });
}

async function* bodyOf(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield Buffer.from(text);
}
