import assert from 'node:assert/strict';
import { ConfigurationTarget, commands, env, type QuickPick, type QuickPickItem, ThemeIcon, workspace } from 'vscode';
import { hasBrowser } from '../browser/pages/browserBridge.ts';
import { signIn, signOut, useNoAccount } from '../support/host/account.ts';
import { startConnectProxy } from '../support/host/connectProxy.ts';
import { relayBeforeAll } from '../support/host/relayedSandbox.ts';
import { replaceInWindow } from '../support/host/windowMember.ts';

const rowText = ({ iconPath, label, description, detail }: QuickPickItem): string =>
  [`${iconPath instanceof ThemeIcon ? `$(${iconPath.id}) ` : ''}${label}`, description, detail]
    .filter(Boolean)
    .join(' | ');

/** Runs "Diagnose Connection" until every check has ended. */
async function openDiagnosis(): Promise<{ picker: QuickPick<QuickPickItem>; done: Thenable<unknown> }> {
  const shown = Promise.withResolvers<QuickPick<QuickPickItem>>();
  const undo = replaceInWindow('createQuickPick', (original) => () => {
    const picker = original();
    shown.resolve(picker);
    return picker;
  });
  const done = commands.executeCommand('roomside.diagnoseConnection');
  const picker = await shown.promise;
  undo();
  return { picker, done };
}

async function finished(picker: QuickPick<QuickPickItem>): Promise<readonly string[]> {
  while (picker.busy) await new Promise((resolve) => picker.onDidChangeActive(resolve));
  return picker.items.map(rowText);
}

async function choose(picker: QuickPick<QuickPickItem>, words: string): Promise<void> {
  const row = picker.items.find(({ label }) => label.includes(words));
  assert.ok(row, words);
  if (picker.activeItems[0] !== row) {
    const moved = new Promise((resolve) => picker.onDidChangeActive(resolve));
    picker.activeItems = [row];
    await moved;
  }
  await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
}

const relay = relayBeforeAll();

describe('Diagnose Connection', () => {
  useNoAccount();
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
      const { picker, done } = await openDiagnosis();
      const rows = await finished(picker);
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
        const { picker, done } = await openDiagnosis();
        const rows = await finished(picker);
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
        await choose(picker, 'Copy Report');
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
