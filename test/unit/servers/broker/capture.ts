import assert from 'node:assert/strict';
import type { FetchApp } from '../../../../src/servers/listen.ts';

/** Records everything that a broker sends, and every secret of the run, to search the one for the other. */
export class Capture {
  /** The log of the broker, line by line. */
  readonly log: string[] = [];
  /** Headers and bodies of its responses, and whether a response contains an access token by design. */
  readonly answers: { text: string; isTokenAnswer: boolean }[] = [];
  /** The forms that the token endpoint of the service received. */
  readonly upstreamForms: URLSearchParams[] = [];
  /** Never leave the broker: client secret, sealing keys, raw codes, raw refresh tokens, its PKCE verifiers. */
  readonly kept = new Set<string>();
  /** Leave it only in the responses of `/token` and `/refresh`. */
  readonly accessTokens = new Set<string>();
  /** Allowed in responses, but not in the log: sealed values, verifiers, cookies. */
  readonly passed = new Set<string>();

  /** Sends requests to a broker and records its responses. */
  recording<Rest extends unknown[]>(
    send: (request: Request, ...rest: Rest) => Response | Promise<Response>,
  ): (request: Request, ...rest: Rest) => Promise<Response> {
    return async (request, ...rest) => {
      const response = await send(request, ...rest);
      await this.#record(response, new URL(request.url).pathname);
      return response;
    };
  }

  async #record(response: Response, path: string): Promise<void> {
    const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    const body = await response.clone().text();
    for (const cookie of response.headers.getSetCookie()) this.pass(/^[^=]+=([^;]+)/.exec(cookie)?.[1]);
    const isTokenAnswer = response.ok && /\/(token|refresh)$/.test(path);
    this.answers.push({ text: `${response.status}\n${head}\n\n${body}`, isTokenAnswer });
  }

  pass(...values: (string | undefined)[]): void {
    for (const value of values) if (value) this.passed.add(value);
  }

  /** The service, with a record of its token requests. */
  listenTo(app: FetchApp): FetchApp {
    return {
      fetch: async (request, env) => {
        if (new URL(request.url).pathname !== '/v1/access_token') return app.fetch(request, env);
        const form = new URLSearchParams(await request.clone().text());
        this.upstreamForms.push(form);
        this.keep(form.get('code'), form.get('refresh_token'), form.get('code_verifier'), form.get('client_secret'));
        const response = await app.fetch(request, env);
        const text = await response.clone().text();
        this.keep(/"refresh_token":\s*"([^"]+)"/.exec(text)?.[1]);
        const accessToken = /"access_token":\s*"([^"]+)"/.exec(text)?.[1];
        if (accessToken) this.accessTokens.add(accessToken);
        return response;
      },
    };
  }

  keep(...values: (string | null | undefined)[]): void {
    for (const value of values) if (value) this.kept.add(value);
  }

  /** Asserts that no secret is where it must not be, in any encoding. */
  assertNoLeak(): void {
    const log = this.log.join('\n');
    for (const { text, isTokenAnswer } of this.answers) {
      for (const secret of this.kept) assertAbsent(text, secret, 'an answer');
      if (!isTokenAnswer) for (const token of this.accessTokens) assertAbsent(text, token, 'an answer without tokens');
    }
    for (const secret of [...this.kept, ...this.accessTokens, ...this.passed]) assertAbsent(log, secret, 'the log');
    assert.doesNotMatch(log, /[?&]\w+=/, 'the log contains a query');
  }
}

function assertAbsent(text: string, secret: string, where: string): void {
  const bytes = Buffer.from(secret);
  const forms = [secret, encodeURIComponent(secret), bytes.toString('base64'), bytes.toString('base64url')];
  for (const form of forms) {
    const at = text.indexOf(form);
    assert.equal(at, -1, `a secret is in ${where}: ${text.slice(Math.max(0, at - 200), at + 20)}`);
  }
}
