import assert from 'node:assert/strict';
import { decide } from '../sandbox/walkAuthorize.ts';
import type { WalkedDeployment } from './deployment.ts';

/** A parsed page of the broker. */
export interface BrokerPage {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** The address that its button opens. */
  readonly target: string | undefined;
  /** The text that it offers to copy. */
  readonly copied: string | undefined;
}

/** A browser that respects cookie attributes and follows redirects. */
export class TestBrowser {
  readonly #deployment: WalkedDeployment;
  readonly #cookies = new Map<string, string>();

  constructor(deployment: WalkedDeployment) {
    this.#deployment = deployment;
  }

  get cookieNames(): readonly string[] {
    return [...this.#cookies.keys()];
  }

  /** The header that it sends. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async get(url: string | URL): Promise<Response> {
    const { cookie } = this;
    const headers: Record<string, string> = cookie === '' ? {} : { cookie };
    const response = await this.#deployment.fetch(new Request(url, { headers, redirect: 'manual' }));
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (/Max-Age=0\b/.test(text)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  /** Opens `/start`; returns the authorize address of the service. */
  async start(url: string): Promise<URL> {
    const response = await this.get(url);
    assert.equal(response.status, 303, await response.text());
    const location = new URL(response.headers.get('location') ?? '');
    this.#deployment.capture.pass(location.searchParams.get('state') ?? undefined);
    return location;
  }

  /** Completes the pages of the service; returns the callback address of the broker with a code or an error. */
  async decide(authorize: URL, decision: 'approve' | 'deny' = 'approve'): Promise<URL> {
    const callback = await decide(this.#deployment.service, `${authorize.pathname}${authorize.search}`, decision);
    this.#deployment.capture.keep(callback.searchParams.get('code'));
    return callback;
  }

  /** Opens an address of the broker that responds with a page. */
  async open(url: string | URL): Promise<BrokerPage> {
    const response = await this.get(url);
    const text = await response.text();
    const target = unescapeHtml(/id="open"[^>]* href="([^"]+)"/.exec(text)?.[1]);
    const copied = unescapeHtml(/id="code"[^>]* value="([^"]+)"/.exec(text)?.[1]);
    const code = new URLSearchParams(copied ?? target?.split('?')[1]).get('code');
    this.#deployment.capture.pass(code ?? undefined);
    return { status: response.status, text, headers: response.headers, target, copied };
  }

  /** From `/start` to the last page. */
  async signIn(url: string, decision: 'approve' | 'deny' = 'approve'): Promise<BrokerPage> {
    return this.open(await this.decide(await this.start(url), decision));
  }
}

function unescapeHtml(text: string | undefined): string | undefined {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return text?.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? '');
}

/** The sealed code that a page gives to the editor. */
export function codeOf(page: BrokerPage): string {
  const code = new URL(page.target ?? `none:?${page.copied}`).searchParams.get('code');
  assert.ok(code, page.text);
  return code;
}
