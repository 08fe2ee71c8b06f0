import assert from 'node:assert/strict';
import { ConfigurationTarget, commands, env, type QuickPickItem, ThemeIcon, workspace } from 'vscode';
import { hasBrowser } from '../browser/pages/browserBridge.ts';
import { signIn, signOut, useNoAccount } from '../support/host/account.ts';
import { startConnectProxy } from '../support/host/connectProxy.ts';
import { type OpenInput, useQuickInputs } from '../support/host/quickInputs.ts';
import { relayBeforeAll } from '../support/host/relayedSandbox.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';

const rowText = ({ iconPath, label, description, detail }: QuickPickItem): string =>
  [`${iconPath instanceof ThemeIcon ? `$(${iconPath.id}) ` : ''}${label}`, description, detail]
    .filter(Boolean)
    .join(' | ');

const relay = relayBeforeAll();

describe('Diagnose Connection', () => {
  useNoAccount();
  const inputs = useQuickInputs();

  /** Runs "Diagnose Connection" until every check has ended. */
  async function diagnose(): Promise<{ list: OpenInput; rows: readonly string[]; done: Thenable<unknown> }> {
    const done = commands.executeCommand('roomside.diagnoseConnection');
    const list = await inputs().next();
    await waitUntilTrue('every check ends', () => inputs().picker?.busy === false);
    return { list, rows: inputs().picker?.items.map(rowText) ?? [], done };
  }

  it('names an unreachable proxy, and a certificate setting that it does not follow', async () => {
    const { port, close } = await startConnectProxy(1);
    close();
    const update = async (values: readonly [section: string, name: string, value: unknown][]): Promise<void> => {
      for (const [section, name, value] of values) {
        await workspace.getConfiguration(section).update(name, value, ConfigurationTarget.Global);
      }
    };
    const before = workspace.getConfiguration('roomside').inspect('service.baseUrl')?.globalValue;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      await update([
        ['http', 'proxy', `http://127.0.0.1:${port}`],
        ['http', 'proxyStrictSSL', false],
        ['roomside', 'service.baseUrl', 'https://other.example'],
      ]);
      const { rows, done } = await diagnose();
      const reported = rows.join('\n');
      assert.match(reported, /\$\(error\) Proxy \| Couldn't reach the proxy 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\./);
      assert.match(reported, /\$\(error\) Service \| Couldn't reach the proxy 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\./);
      assert.match(
        reported,
        /TLS \|.*Certificate checks are turned off by NODE_TLS_REJECT_UNAUTHORIZED=0, http\.proxyStrictSSL: false\./,
      );
      await commands.executeCommand('workbench.action.closeQuickOpen');
      await done;
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      await update([
        ['http', 'proxy', undefined],
        ['http', 'proxyStrictSSL', undefined],
        ['roomside', 'service.baseUrl', before],
      ]);
    }
  });

  if (hasBrowser()) {
    it('[S37] checks a real session, and copies a report without secrets', async () => {
      await signIn();
      try {
        const { list, rows, done } = await diagnose();
        assert.ok(
          rows.some((row) =>
            /^\$\(pass\) Service \| 127\.0\.0\.1:\d+ is reachable \(HTTP 401 in \d+ ms, as expected without a token\)/.test(
              row,
            ),
          ),
          rows.join('\n'),
        );
        assert.ok(rows.some((row) => row.startsWith('$(pass) Clock | In sync with ')));
        assert.ok(rows.some((row) => row.startsWith('$(pass) Session | ada.park@example.com')));
        assert.ok(rows.some((row) => row.startsWith('$(pass) Permissions | Granted: people_read, rooms_read')));
        await list.choose('Copy Report');
        await done;
        const report = await env.clipboard.readText();
        assert.match(report, /^Diagnose Connection, \d{4}-.*\n(ok {2}|note|FAIL) {2}Versions: Roomside /);
        assert.match(report, /callback/);
        assert.doesNotMatch(report, /windowId|vscode-reqid=|Bearer \w/);
        assert.ok(relay().secrets.length >= 2);
        for (const secret of relay().secrets) assert.ok(!report.includes(secret));
      } finally {
        await signOut();
      }
    });
  }
});
