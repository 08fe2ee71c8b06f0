import assert from 'node:assert/strict';
import path from 'node:path';
import type { QuickPickItem } from 'vscode';
import { env, replaceInWindow, Uri, useMessages } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { copyMcpConfiguration } = await withVscode(
  () => import('../../../../src/features/terminal/copyMcpConfiguration.ts'),
);

describe('Copy MCP Configuration', () => {
  const messages = useMessages();
  const { writeText } = env.clipboard;
  after(() => void Object.assign(env.clipboard, { writeText }));

  it('copies what the chosen agent reads, with the path of the command, and says where it belongs', async () => {
    const storage = Uri.file(path.resolve('storage'));
    const copied: string[] = [];
    Object.assign(env.clipboard, { writeText: async (text: string) => void copied.push(text) });
    for (const [agent, begin, told] of [
      ['Codex', '[mcp_servers.roomside]', 'Copied. Paste it into ~/.codex/config.toml, beside what is there.'],
      ['Other Agent', '{\n  "mcpServers"', "Copied. Paste it into your agent's configuration of MCP servers."],
    ] as const) {
      const restore = replaceInWindow(
        'showQuickPick',
        () => async (rows: readonly QuickPickItem[]) => rows.find(({ label }) => label === agent),
      );
      await copyMcpConfiguration(storage);
      restore();
      assert.equal((await messages().next()).text, told);
      const text = copied.at(-1) ?? '';
      assert.ok(text.startsWith(begin), text);
      assert.ok(text.includes(JSON.stringify(path.join(storage.fsPath, 'terminal/bin/roomside')).slice(1, -1)), text);
    }
  });
});
