import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { seededId } from '../../../../src/servers/sandbox/store/identifiers.ts';
import { sample } from '../../../../src/servers/sandbox/store/sample.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWine } from '../../../support/needs.ts';
import { type Message, refusal, useSandbox } from './openTestSandbox.ts';

const roomId = seededId('ROOM', 'api');

describe('messages in the sandbox', () => {
  const test = useSandbox();
  const folder = useTemporaryFolder();
  const posted = (more: Record<string, unknown>) => test.posted({ roomId, ...more });
  const list = (query = '') => test.list<Message>(`/v1/messages?roomId=${roomId}${query}`);

  it('are listed before a time or a message, over several pages', async () => {
    const [first, second] = [await posted({ text: 'first' }), await posted({ text: 'second' })];
    assert.equal((await list(`&before=${second.id}`))[0]?.id, first.id);
    const response = await test.call('GET', `/v1/messages?roomId=${roomId}&max=2&before=${first.created}`);
    const page = ((await response.json()) as { items: Message[] }).items;
    assert.ok(page.length === 2 && page.every((message) => message.created < first.created));
    const next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
    assert.equal(new URL(next).searchParams.get('before'), first.created);
    const rest = await test.list<Message>(next);
    assert.ok(rest.length > 0 && rest.every((message) => message.created < (page[1]?.created ?? '')));
  });

  exceptOnWine('no git').it('are answered with a patch that repairs the sample, and only for the sample', async () => {
    const { name, text, firstLine, lastLine } = sample;
    const code = text.split('\n').slice(firstLine - 1, lastLine);
    await posted({ markdown: `\`${name}\` is a file name` });
    const { id } = await posted({ markdown: `\`${name}\`\n\n\`\`\`ts\n${code.join('\n')}\n\`\`\`` });
    const [newest, second] = await list();
    assert.deepEqual([newest?.parentId, second?.id], [id, id], 'one answer, in its thread');
    const input = /```diff\n([\s\S]*?)```/.exec(newest?.markdown ?? '')?.[1] ?? '';
    await writeFile(path.join(folder.path, name), text);
    const env = { ...process.env, GIT_DIR: folder.path };
    execFileSync('git', ['apply', '-'], { cwd: folder.path, input, env });
    assert.match(await readFile(path.join(folder.path, name), 'utf8'), /index < items\.length/);
  });

  it('reply only to the first message of a thread, and keep it after it is deleted', async () => {
    const parent = await posted({ text: 'question' });
    const reply = await posted({ text: 'answer', parentId: parent.id });
    await refusal(test.post({ roomId, text: 'x', parentId: reply.id }), 400, /is a reply/);
    assert.deepEqual([parent.parentId, reply.parentId], [undefined, parent.id]);
    assert.equal((await test.call('DELETE', `/v1/messages/${parent.id}`)).status, 204);
    assert.deepEqual(await list('&max=1'), [reply]);
  });

  it('are deleted once, by their author or by an administrator with the required scope', async () => {
    const [first, second] = [await posted({ text: 'x' }), await posted({ text: 'y' })];
    const remove = (message: Message, token = test.token) =>
      test.call('DELETE', `/v1/messages/${message.id}`, { token });
    await refusal(remove(first, await test.tokenOf('jonas.weber@example.com')), 403, /Only its author/);
    await refusal(remove(first, await test.tokenOf('tom.becker@example.com')), 404);
    const response = await remove(first);
    assert.deepEqual([response.status, await response.text()], [204, '']);
    await refusal(test.call('GET', `/v1/messages/${first.id}`), 404);
    await refusal(remove(first), 404);
    const token = await test.tokenOf('grace.lindqvist@example.com', ['svc-compliance:messages_write']);
    await refusal(test.post({ roomId, text: 'x' }, { token }), 403, /svc:messages_write/);
    assert.equal((await remove(second, token)).status, 204);
  });
});
