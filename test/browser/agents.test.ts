import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { codeServerFolders } from '../support/harness/codeServer.ts';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';

const room = 'Code reviews';
const title = 'Message from a Language Model (2/2)';

test.describe('An agent outside of VS Code', () => {
  const session = useWorkbench({}, { isNewWindow: true });
  let client: Client;

  test.beforeAll(async ({ workbench, sandbox }) => {
    await workbench.signIn(sandbox);
    await workbench.runCommand('Terminal: Create New Terminal');
    const { workspaceFolder: cwd, runFolder } = session();
    const { userData } = codeServerFolders(runFolder);
    const command = path.join(userData, 'User/globalStorage/roomside.roomside/terminal/bin/roomside');
    await workbench.until(async () => existsSync(command));
    client = new Client({ name: 'agent', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command, args: ['mcp'], cwd }));
  });
  test.afterAll(() => client.close());

  async function call(name: string, input: Record<string, unknown>) {
    const { content, isError } = await client.callTool({ name, arguments: input }, { timeout: 120_000 });
    const [part] = content;
    assert.ok(part?.type === 'text');
    return { text: part.text, isError };
  }

  async function roomId(): Promise<string> {
    const { text } = await call('roomside_list_rooms', { filter: room });
    return /"id":"([^"]+)"/.exec(text)?.[1] ?? assert.fail(text);
  }

  const markdowns = async () => (await session().sandbox.received()).map(({ markdown }) => markdown);

  test('asks a room after Enter in the window, and gets the reply of a colleague', async ({ workbench, sandbox }) => {
    const markdown = 'Which color for the tide table?';
    const asking = call('roomside_ask_and_wait', { roomId: await roomId(), markdown, waitSeconds: 60 });
    await workbench.input.expectTitle(title);
    await workbench.input.expectText('The replies to it are sent to the language model.');
    assert.deepEqual(await markdowns(), []);
    await workbench.input.acceptRequested(`Send to ${room}`);
    await workbench.until(async () => (await markdowns()).length === 1);
    assert.deepEqual(await markdowns(), [markdown]);
    const priya = await otherPerson(sandbox, 'priya.raman@example.com');
    await priya.postText(room, 'Blue, as the sea.', 'Which color');
    const { text, isError } = await asking;
    assert.equal(isError, false);
    assert.match(text, /From priya\.raman@example\.com .* in the thread [\s\S]*Blue, as the sea\./);
  });

  test('shares lines with the header of Roomside, and says when the user declines', async ({ workbench }) => {
    const id = await roomId();
    const file = path.join(session().workspaceFolder, 'src/server.ts');
    const lines = { roomId: id, path: file, startLine: 1, endLine: 2 };
    const sharing = call('roomside_share_lines', { ...lines, comment: 'See here' });
    await workbench.input.expectTitle(title);
    await workbench.input.acceptRequested(`Send to ${room}`);
    assert.match((await sharing).text, /^The message was posted\. Its id is /);
    const [markdown = ''] = await markdowns();
    assert.match(markdown, /^See here\n\n.*server\.ts.*\n[\s\S]*```(?:ts|typescript)\n/);
    for (const wrong of [{ path: 'server.ts' }, { path: `${file}x` }, { startLine: 3 }, { endLine: 99_999 }]) {
      const refused = await call('roomside_share_lines', { ...lines, ...wrong });
      assert.deepEqual(
        [refused.isError, /^There .* Nothing was sent\.$/.test(refused.text)],
        [true, true],
        refused.text,
      );
    }
    const posting = call('roomside_post_message', { roomId: id, markdown: 'Hello' });
    await workbench.input.expectTitle(title);
    await workbench.input.declineRequested(`Send to ${room}`);
    const declined = await posting;
    assert.match(declined.text, /^Nothing was sent: the user did not send this message/);
    assert.equal((await markdowns()).length, 1);
  });
});
