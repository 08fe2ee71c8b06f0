import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sample } from '../../../../src/servers/sandbox/sample.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWine } from '../../../support/needs.ts';
import { type Message, type Room, refusal, useSandbox } from './openTestSandbox.ts';

describe('messages in the sandbox', () => {
  const test = useSandbox();
  const folder = useTemporaryFolder();
  let room: Room;
  beforeEach(async () => {
    room = await test.room('Platform');
  });

  const posted = (more: Record<string, unknown>) => test.posted({ roomId: room.id, ...more });
  const list = (query = '') => test.read<{ items: Message[] }>(`/v1/messages?roomId=${room.id}${query}`);

  it('reject a NUL character in identifiers', async () => {
    const answer = await test.call('POST', '/v1/rooms', { json: { title: 'a\u0000b' } });
    assert.equal(await refusal(answer, 400), '“title” must not contain a NUL character.');
    assert.equal((await test.post({ roomId: `${room.id}\u0000`, text: 'x' })).status, 400);
  });

  it('are listed before a time or a message, over several pages', async () => {
    const [first, second] = [await posted({ text: 'first' }), await posted({ text: 'second' })];
    const older = await list(`&before=${second.id}`);
    assert.equal(older.items[0]?.id, first.id);
    const response = await test.call('GET', `/v1/messages?roomId=${room.id}&max=2&before=${first.created}`);
    const page = ((await response.json()) as { items: Message[] }).items;
    assert.ok(page.length === 2 && page.every((message) => message.created < first.created));
    const next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
    assert.equal(new URL(next).searchParams.get('before'), first.created);
    const rest = await test.list<Message>(next);
    assert.ok(rest.length > 0 && rest.every((message) => message.created < (page[1]?.created ?? '')));
  });

  it('reject an empty message', async () => {
    for (const more of [{}, { text: '' }, { text: ' \n' }, { markdown: '' }, { files: [] }]) {
      await refusal(test.post({ roomId: room.id, ...more }), 400, /“text”, “markdown” or “files”/);
    }
  });

  exceptOnWine('no git').it('are answered with a patch that repairs the sample, and only for the sample', async () => {
    const { name, text, firstLine, lastLine } = sample;
    const code = text
      .split('\n')
      .slice(firstLine - 1, lastLine)
      .join('\n');
    await posted({ markdown: `\`${name}\` is a file name` });
    const { id } = await posted({ markdown: `\`${name}\`\n\n\`\`\`ts\n${code}\n\`\`\`` });
    const [newest, second] = (await list()).items;
    assert.deepEqual([newest?.parentId, second?.id], [id, id], 'one answer, in its thread');
    const patch = /```diff\n([\s\S]*?)```/.exec(newest?.markdown ?? '')?.[1] ?? '';
    await writeFile(path.join(folder.path, name), text);
    execFileSync('git', ['apply', '-'], {
      cwd: folder.path,
      input: patch,
      env: { ...process.env, GIT_DIR: folder.path },
    });
    assert.match(await readFile(path.join(folder.path, name), 'utf8'), /index < items\.length/);
  });

  const wrong: [string, unknown, RegExp][] = [
    ['no room', { text: 'x' }, /“roomId” is required/],
    ['a number for a text', { roomId: 'x', text: 5 }, /“text” must be a string/],
    ['a string for files', { roomId: 'x', files: 'https://example.com/a' }, /“files” must be an array/],
    ['two files', { roomId: 'x', files: ['https://example.com/a', 'https://example.com/b'] }, /one URL/],
    ['a file that is not a web address', { roomId: 'x', files: ['file:///etc/hosts'] }, /http or https/],
    ['a field that is not in the service API', { roomId: 'x', text: 'x', html: '<b>' }, /“html” is not a field/],
    ['an array', [], /JSON object/],
  ];
  for (const [what, json, message] of wrong) {
    it(`refuses ${what} with a message`, async () => {
      await refusal(test.call('POST', '/v1/messages', { json }), 400, message);
    });
  }

  it('reject broken JSON, broken UTF-8 and a body that is too large', async () => {
    const headers = { 'content-type': 'application/json' };
    const send = (body: string | Uint8Array<ArrayBuffer>) => test.call('POST', '/v1/messages', { body, headers });
    await refusal(send('{"roomId":'), 400, /not valid JSON/);
    await refusal(send(Buffer.from([0x22, 0xff, 0x22])), 400, /UTF-8/);
    await refusal(send('x'.repeat(1024 * 1024 + 1)), 400, /larger than/);
  });

  it('reject an unsupported media type with 415', async () => {
    for (const headers of [{ 'content-type': 'text/plain' }, { 'content-type': 'application/x-www-form-urlencoded' }]) {
      await refusal(test.call('POST', '/v1/messages', { body: 'x', headers }), 415);
    }
    await refusal(test.call('POST', '/v1/messages'), 415);
  });

  it('keep the message that they reply to, also after that is deleted', async () => {
    const parent = await posted({ text: 'question' });
    const reply = await posted({ text: 'answer', parentId: parent.id });
    assert.deepEqual([parent.parentId, reply.parentId], [undefined, parent.id]);
    assert.equal((await test.call('DELETE', `/v1/messages/${parent.id}`)).status, 204);
    assert.deepEqual((await list('&max=1')).items, [reply]);
    const parentId = (await posted({ text: 'another question' })).id;
    assert.equal((await posted({ parentId, files: new File(['a note'], 'note.txt') })).parentId, parentId);
  });

  it('reply only to the first message of a thread of their room', async () => {
    const other = await posted({ roomId: (await test.room('Incidents')).id, text: 'elsewhere' });
    const reply = await posted({ text: 'answer', parentId: (await posted({ text: 'question' })).id });
    for (const [parentId, why] of [
      [other.id, /must be the id of a message of the room/],
      ['unknown', /must be the id of a message of the room/],
      [reply.id, /is a reply/],
    ] as const) {
      await refusal(test.post({ roomId: room.id, text: 'x', parentId }), 400, why);
    }
  });

  it('are deleted only by their author, and once', async () => {
    const message = await posted({ text: 'x' });
    const path = `/v1/messages/${message.id}`;
    const other = await test.tokenOf('jonas.weber@example.com');
    await refusal(test.call('DELETE', path, { token: other }), 403);
    const stranger = await test.tokenOf('tom.becker@example.com');
    await refusal(test.call('DELETE', path, { token: stranger }), 404);
    const response = await test.call('DELETE', path);
    assert.equal(response.status, 204);
    assert.equal(await response.text(), '');
    await refusal(test.call('GET', path), 404);
    await refusal(test.call('DELETE', path), 404);
  });

  it('are deleted by an administrator with the required scope, which does not allow posting', async () => {
    const message = await posted({ text: 'x' });
    const token = await test.tokenOf('grace.lindqvist@example.com', ['svc-compliance:messages_write']);
    await refusal(test.post({ roomId: room.id, text: 'x' }, { token }), 403, /svc:messages_write/);
    assert.equal((await test.call('DELETE', `/v1/messages/${message.id}`, { token })).status, 204);
  });
});
