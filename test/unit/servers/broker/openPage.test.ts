import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { parseEditorLink } from '../../../../src/core/git/editorLink.ts';
import { projectText } from '../../project/projectFiles.ts';
import { openOneBroker } from './deployment.ts';
import { useDeployment } from './useDeployment.ts';

describe('the page that opens an editor', () => {
  const { open } = useDeployment(openOneBroker);

  async function openPage(headers: Record<string, string> = {}): Promise<Response> {
    const { deployment } = await open({ config: { editorSchemes: ['vscode', 'cursor', 'kiro'] } });
    return deployment.fetch(new Request(`${deployment.publicUrl}/open`, { headers }));
  }

  /** Runs the script of the page with its fragment. */
  async function runPage(hash: string) {
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
      hash,
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
    const change = (): void => {
      for (const listener of listeners.values()) listener();
    };
    return { location, opened, element, change };
  }

  it('opens no editor when another page navigates to it, only when its link is selected', async () => {
    const { opened, element, change } = await runPage('#path=a.ts&lines=3&remote=github.com/team/a');
    change();
    assert.match(String(element('open')?.href), /^cursor:\/\/roomside\.roomside\/open\?link=/);
    assert.equal(element('open')?.textContent, 'Open in Cursor $&');
    assert.deepEqual([element('editor')?.value, opened], ['cursor', []]);
  });

  it('shows the links that the editor takes, and no others', async () => {
    const { location, element, change } = await runPage('');
    const part = fc.constantFrom(
      ...[
        '',
        'a.ts',
        'src/a.ts',
        '../a',
        'C:a',
        '.git/config',
        'GIT~1',
        '.g%E2%80%8Cit',
        '%2e%2e/a',
        'a//b',
        '%5C',
        '%zz',
      ],
      ...['3', '3-7,9', '7-3', '0', '1e3', 'a.example/b', 'A.example/b', 'a.example', 'b'.repeat(40), 'bb', '-o', '='],
    );
    const names = fc.constantFrom('path', 'lines', 'remote', 'remote2', 'remote6', 'cell', 'commit', 'x', '');
    const more = fc.array(
      fc.tuple(names, part).map((pair) => pair.join('=')),
      { maxLength: 3 },
    );
    const base = fc.record({ path: part, lines: part, remote: part }).map((given) => Object.entries(given));
    const valid = fc.constant(Object.entries({ path: 'a.ts', lines: '3', remote: 'a.example/b' }));
    let shownCount = 0;
    fc.assert(
      fc.property(fc.oneof(valid, base), more, (pairs, others) => {
        const text = [...pairs.map((pair) => pair.join('=')), ...others].join('&');
        location.hash = `#${text}`;
        change();
        const isShown = element('link')?.hidden === false;
        assert.equal(isShown, parseEditorLink(text, '/') !== undefined, text);
        shownCount += Number(isShown);
      }),
      { numRuns: 2_000 },
    );
    assert.ok(shownCount > 200);
  });

  it('says in one link what Roomside is and where it is, and loads nothing', async () => {
    const page = await (await openPage()).text();
    const { homepage } = JSON.parse(projectText('package.json'));
    assert.deepEqual(page.match(/href="[^"]*"/g), [`href="${homepage}"`]);
    assert.doesNotMatch(page, /\ssrc=|<link|@import|url\(/);
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

  it('[S62] has the service, the scope prefix, the organization, the app, git servers and the editors, and no secret or client id', async () => {
    const gitHosts = { 'git.example.com': 'gitlab' };
    const optional = { organization: 'Tide Office', appUrl: 'https://chat.example.com/{room}', gitHosts };
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
