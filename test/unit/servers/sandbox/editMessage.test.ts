import assert from 'node:assert/strict';
import { seededId } from '../../../../src/servers/sandbox/store/identifiers.ts';
import { type Message, refusal, useSandbox } from './openTestSandbox.ts';

const roomId = seededId('ROOM', 'api');

describe('editing a message in the sandbox', () => {
  const test = useSandbox();
  const posted = (more: Record<string, unknown>) => test.posted({ roomId, ...more });
  const edit = (id: string, body: unknown, token = test.token) =>
    test.call('PUT', `/v1/messages/${id}`, { json: body, token });

  it('[X21] replaces its Markdown and mentions, and says when', async () => {
    const { id, created } = await posted({ markdown: '<@all> old', parentId: (await posted({ text: 'root' })).id });
    const response = await edit(id, { roomId, markdown: '**new**' });
    const edited = (await response.json()) as Message & { updated?: string };
    const [listed] = await test.list<Message & { updated?: string }>(`/v1/messages?roomId=${roomId}`);
    assert.deepEqual([response.status, edited], [200, listed]);
    assert.ok((edited.updated ?? '') >= created && !('mentionedGroups' in edited) && !('editCount' in edited));
    assert.deepEqual([edited.markdown, edited.text, edited.created], ['**new**', 'new', created]);
  });

  it('[X21] is for its author only, ten times, without files and in its room', async () => {
    const { id } = await posted({ markdown: 'old' });
    const body = { roomId, markdown: 'new' };
    await refusal(edit(id, body, await test.tokenOf('jonas.weber@example.com')), 403, /Only its author/);
    await refusal(edit(id, body, await test.tokenOf('tom.becker@example.com')), 404);
    await refusal(edit('unknown', body), 404);
    await refusal(edit(id, { ...body, roomId: seededId('ROOM', 'design') }), 400, /roomId/);
    await refusal(edit(id, { ...body, markdown: ' ' }), 400, /markdown/);
    await refusal(edit(id, { markdown: 'new' }), 400, /roomId/);
    await refusal(edit(id, { ...body, markdown: 'x'.repeat(7440) }), 400, /longer than 7439/);
    await refusal(test.call('PUT', '/v1/messages', {}), 405);
    for (let count = 0; count < 10; count += 1) assert.equal((await edit(id, body)).status, 200);
    await refusal(edit(id, body), 400, /10 times/);
  });
});
