import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { openOneBroker } from './deployment.ts';
import { useDeployment } from './useDeployment.ts';

describe('the page that opens an editor', () => {
  const { open } = useDeployment(openOneBroker);

  async function openPage(headers: Record<string, string> = {}): Promise<Response> {
    const { deployment } = await open({ config: { editorSchemes: ['vscode', 'cursor', 'kiro'] } });
    return deployment.fetch(new Request(`${deployment.publicUrl}/open`, { headers }));
  }

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
    const headers = { 'accept-language': 'fr-CH;q=0.9, en;q=0.1' };
    for (const [response, heading] of [
      [await openPage(headers), 'Ouvrir dans votre éditeur'],
      [await openPage({ ...headers, origin: 'https://other.example' }), 'Impossible d’ouvrir le lien'],
    ] as const) {
      const page = await response.text();
      assert.ok(page.includes('<html lang="fr">') && page.includes(`<h1>${heading}</h1>`), page);
      assert.equal(response.headers.get('vary'), 'Accept-Language');
    }
  });
});

describe('the description of a broker', () => {
  const { open } = useDeployment(openOneBroker);

  it('[S62] has the service, the scope prefix, the organization, the app and the editors, and no secret or client id', async () => {
    const optional = { organization: 'Tide Office', appUrl: 'https://chat.example.com/{room}' };
    // Without them, and below the path of the public address.
    for (const config of [optional, { publicUrl: 'https://example.com/tools/roomside' }]) {
      const { deployment } = await open({ config });
      const response = await deployment.fetch(new Request(`${deployment.publicUrl}/.well-known/roomside`));
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/json']);
      assert.deepEqual(await response.json(), {
        version: 1,
        service: 'http://127.0.0.1:4280',
        scopePrefix: 'svc',
        ...('organization' in config && optional),
        editors: ['vscode', 'vscode-insiders', 'vscodium', 'cursor'],
      });
    }
  });
});
