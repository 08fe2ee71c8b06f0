import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import type { BrokerDescription } from '../../../../src/core/auth/brokerProtocol.ts';
import { type DeploymentOptions, openOneBroker } from './deployment.ts';
import { useDeployment } from './useDeployment.ts';

describe('the page that opens an editor', () => {
  const { open } = useDeployment(openOneBroker);

  async function openPage(query = '', headers: Record<string, string> = {}): Promise<Response> {
    const { deployment } = await open({ config: { editorSchemes: ['vscode', 'cursor', 'kiro'] } });
    return deployment.fetch(new Request(`${deployment.publicUrl}/open${query}`, { headers }));
  }

  it('allows only its own style and script, and no request, frame, form or base address', async () => {
    const response = await openPage();
    const policy = response.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /script-src 'nonce-([\w+/=]{20,})'/.exec(policy) ?? [];
    assert.deepEqual(policy.split('; ').toSorted(), [
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
    ]);
    const expected = { 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY', 'cache-control': 'no-store' };
    for (const [name, value] of Object.entries(expected)) assert.equal(response.headers.get(name), value);
    assert.equal(response.headers.get('cross-origin-opener-policy'), 'same-origin');
  });

  it('opens no editor when another page navigates to it, only when its link is selected', async () => {
    const [, script = ''] = /<script[^>]*>([\s\S]*?)<\/script>/.exec(await (await openPage()).text()) ?? [];
    const opened: string[] = [];
    const listeners = new Map<string, () => void>();
    const elements = new Map<string, Record<string, unknown>>();
    const element = (id: string) => {
      const created = elements.get(id) ?? {
        addEventListener: () => undefined,
        selectedOptions: [{ value: 'cursor', textContent: 'Cursor $&' }],
      };
      const dataset = { in: 'Open in {0}', commit: 'commit {0}' };
      elements.set(id, { options: [{ value: 'cursor' }], dataset, ...created });
      return elements.get(id);
    };
    const location = {
      hash: '#path=a.ts&lines=3&remote=github.com/team/a',
      assign: (address: string) => opened.push(address),
      set href(address: string) {
        opened.push(address);
      },
    };
    runInNewContext(script, {
      document: { getElementById: element },
      localStorage: { getItem: () => 'cursor' },
      addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
      location,
      btoa,
      TextEncoder,
      decodeURIComponent,
    });
    for (const listener of listeners.values()) listener();
    assert.match(String(element('open')?.href), /^cursor:\/\/roomside\.roomside\/open\?link=/);
    assert.equal(element('open')?.textContent, 'Open in Cursor $&');
    assert.deepEqual([element('editor')?.value, opened], ['cursor', []]);
  });

  it('is in the language of the browser, also when it shows a problem', async () => {
    for (const [language, title, problem] of [
      ['fr', 'Ouvrir dans votre éditeur', 'Impossible d’ouvrir le lien'],
      ['de', 'Im Editor öffnen', 'Der Link konnte nicht geöffnet werden'],
    ] as const) {
      const headers = { 'accept-language': `${language}-CH;q=0.9, en;q=0.1` };
      for (const [response, heading] of [
        [await openPage('', headers), title],
        [await openPage('', { ...headers, origin: 'https://other.example' }), problem],
      ] as const) {
        const page = await response.text();
        assert.ok(page.includes(`<html lang="${language}">`) && page.includes(`<h1>${heading}</h1>`), page);
        assert.equal(response.headers.get('vary'), 'Accept-Language');
      }
    }
  });
});

describe('the description of a broker', () => {
  const { open } = useDeployment(openOneBroker);

  async function describeBroker(config: DeploymentOptions['config'] = {}): Promise<BrokerDescription> {
    const { deployment } = await open({ config });
    const response = await deployment.fetch(new Request(`${deployment.publicUrl}/.well-known/roomside`));
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/json']);
    return (await response.json()) as BrokerDescription;
  }

  it('[S62] has the service, the scope prefix, the organization, the app and the editors, and no secret or client id', async () => {
    assert.deepEqual(await describeBroker({ organization: 'Tide Office', appUrl: 'https://chat.example.com/{room}' }), {
      version: 1,
      service: 'http://127.0.0.1:4280',
      scopePrefix: 'svc',
      organization: 'Tide Office',
      appUrl: 'https://chat.example.com/{room}',
      editors: ['vscode', 'vscode-insiders', 'vscodium', 'cursor'],
    });
  });

  it('needs no organization, and is below the path of the public address', async () => {
    const description = await describeBroker({ publicUrl: 'https://example.com/tools/roomside' });
    assert.equal('organization' in description, false);
  });
});
