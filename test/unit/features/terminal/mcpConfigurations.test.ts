import assert from 'node:assert/strict';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { mcpClients, mcpServers, programAt } = await withVscode(
  () => import('../../../../src/features/terminal/copyMcpConfiguration.ts'),
);

describe('The configuration of an agent', () => {
  const program = programAt('/home/ada l/bin/roomside');
  const written = (name: string): string =>
    (mcpClients.find((client) => client.name === name) ?? assert.fail(name)).write(program);
  const roomside = { command: '/home/ada l/bin/roomside', args: ['mcp'] };

  it('has the form of its documents', () => {
    // https://code.claude.com/docs/en/mcp and https://cursor.com/docs/mcp: `mcpServers`, by name, with `command` and `args`.
    for (const name of ['Claude Code', 'Cursor'])
      assert.deepEqual(JSON.parse(written(name)), { mcpServers: { roomside } }, name);
    // https://code.visualstudio.com/docs/agents/reference/mcp-configuration: `servers`, where `type` is required.
    assert.deepEqual(JSON.parse(written('VS Code')), { servers: { roomside: { type: 'stdio', ...roomside } } });
    // https://developers.openai.com/codex/mcp: a table for each server; a tool may take 60 seconds by default.
    const toml = [
      '[mcp_servers.roomside]',
      'command = "/home/ada l/bin/roomside"',
      'args = ["mcp"]',
      'tool_timeout_sec = 3900',
      '',
    ];
    assert.equal(written('Codex'), toml.join('\n'));
    assert.deepEqual(JSON.parse(mcpServers(program)), { mcpServers: { roomside } });
  });

  it('names the file for each agent', () => {
    const files = mcpClients.map(({ name, file }) => [name, file]);
    assert.deepEqual(files, [
      ['Claude Code', '.mcp.json'],
      ['Cursor', '~/.cursor/mcp.json'],
      ['Codex', '~/.codex/config.toml'],
      ['VS Code', '.vscode/mcp.json'],
    ]);
  });

  it('starts the script of Windows by cmd, and keeps its backslashes', () => {
    const windows = programAt('C:\\Users\\Ada\\roomside.cmd');
    assert.deepEqual(windows, { command: 'cmd', args: ['/c', 'C:\\Users\\Ada\\roomside.cmd', 'mcp'] });
    const codex = mcpClients.find(({ name }) => name === 'Codex')?.write(windows) ?? '';
    assert.match(codex, /^args = \["\/c", "C:\\\\Users\\\\Ada\\\\roomside\.cmd", "mcp"\]$/m);
  });
});
