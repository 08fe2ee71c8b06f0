import { createHash, randomBytes } from 'node:crypto';
import { type Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { publicUrl } from './brokerProcess.ts';

const newSecret = (byteLength = 32): string => randomBytes(byteLength).toString('base64url');
const digestOf = (value: string): string => createHash('sha256').update(value).digest('base64url');

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** A person with an editor and a browser. Every request goes to the next replica. */
export class Person {
  static #count = 0;
  readonly #nextOrigin: () => string;
  readonly #agent: Agent;
  /** Of a private network, one for each person. */
  readonly #address: string;
  readonly #refreshSecret = newSecret();
  #handle = '';

  constructor(nextOrigin: () => string, agent: Agent) {
    this.#nextOrigin = nextOrigin;
    this.#agent = agent;
    const number = ++Person.#count;
    this.#address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  }

  /** Signs in: the editor and then the browser open /start, the browser comes back with a code, the editor redeems it. */
  async signIn(): Promise<void> {
    const verifier = newSecret();
    const query = new URLSearchParams({
      challenge: digestOf(verifier),
      fid: newSecret(16),
      cb: 'vscode://roomside.roomside/callback?windowId=1',
    });
    await this.#ask('GET', `/start?${query}`, 303);
    const { headers } = await this.#ask('GET', `/start?${query}`, 303);
    const state = new URL(headers.location ?? '').searchParams.get('state') ?? '';
    const [cookie = ''] = (headers['set-cookie']?.[0] ?? '').split(';', 1);
    const back = new URLSearchParams({ code: newSecret(), state });
    const page = await this.#ask('GET', `/callback?${back}`, 200, { headers: { cookie } });
    const [, code = ''] = /code=(eyJ[\w.-]+)/.exec(page.text) ?? [];
    await this.#tokens('/token', { code, verifier, refresh_challenge: digestOf(this.#refreshSecret) });
  }

  /** Renews the session, with the handle of the last answer. */
  refresh(): Promise<void> {
    return this.#tokens('/refresh', { handle: this.#handle, refresh_secret: this.#refreshSecret });
  }

  async #tokens(path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const answer = await this.#ask('POST', path, 200, { headers, body: JSON.stringify(body) });
    const { access_token: token, handle } = JSON.parse(answer.text) as { access_token?: string; handle?: string };
    if (token === undefined || handle === undefined || handle === this.#handle)
      throw new Error(`${path}: no new tokens`);
    this.#handle = handle;
  }

  async #ask(
    method: string,
    path: string,
    status: number,
    { headers = {}, body }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
  ): Promise<Answer> {
    const own = { host: new URL(publicUrl).host, 'x-forwarded-for': this.#address };
    const answered = Promise.withResolvers<IncomingMessage>();
    httpRequest(`${this.#nextOrigin()}${path}`, { method, agent: this.#agent, headers: { ...own, ...headers } })
      .once('response', answered.resolve)
      .once('error', answered.reject)
      .end(body);
    const response = await answered.promise;
    const answer = { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
    if (answer.status !== status) throw new Error(`${method} ${path.split('?')[0]}: ${answer.status} ${answer.text}`);
    return answer;
  }
}
