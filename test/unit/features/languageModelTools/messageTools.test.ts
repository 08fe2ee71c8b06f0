import assert from 'node:assert/strict';
import type { MarkdownString } from 'vscode';
import { scanText } from '../../../../src/core/secrets/scanText.ts';
import { useQuickInputs } from '../../../support/fakes/fakeWindow.ts';
import { SecretSource } from '../../../support/fakes/secretSamples.ts';
import { ada, design, toolWorld } from '../../../support/fakes/toolWorld.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { draftMessageTool, postMessageTool } = await withVscode(
  () => import('../../../../src/features/languageModelTools/messageTools.ts'),
);
const { readRoomTool } = await withVscode(() => import('../../../../src/features/languageModelTools/roomTools.ts'));
const { programTools } = await withVscode(() => import('../../../../src/features/languageModelTools/programTools.ts'));

const { isOnOtherComputer } = await withVscode(() => import('../../../../src/host/vscode/openNamedFile.ts'));

const grace = { id: 'grace', label: 'grace@example.com' };

describe('A file that a model names', () => {
  it('is not looked at on another computer, which Windows would sign in to', () => {
    const names = ['\\\\evil.example\\a', '//evil.example/a', '\\\\?\\UNC\\evil.example\\a', '\\\\.\\pipe\\a'];
    assert.deepEqual(
      names.map((name) => isOnOtherComputer(name, 'win32')),
      [true, true, true, true],
    );
    assert.equal(isOnOtherComputer('C:\\a', 'win32'), false);
    assert.equal(isOnOtherComputer('//a', 'linux'), false);
  });
});

describe('A post of a model', () => {
  const inputs = useQuickInputs();
  const input = { roomId: 'r', markdown: 'hello' };

  const run = async ({ ports }: ReturnType<typeof toolWorld>, given: object = {}, { signal } = new AbortController()) =>
    postMessageTool(ports).run({ input: { ...input, ...given }, signal }, undefined);

  it('is shown exactly in the confirmation of every share, and sent to the account of the question', async () => {
    const world = toolWorld();
    const markdown = '  Hi <@all>\r\n\n```\n````\nRoom: General\u202e';
    const done = run(world, { markdown });
    const step = await inputs().next();
    assert.equal(step.title, 'Message from a Language Model');
    const warnings = ['Mentions everyone in the room.', 'Contains 1 invisible character.'];
    assert.deepEqual([step.active, ...step.rows.slice(1, 4)], ['Send to Design · 2 warnings', 'Warnings', ...warnings]);
    await step.accept();
    assert.deepEqual(world.queued, [], 'a row of the list does not send it');
    world.state.active = grace;
    await world.pressEnter();
    assert.equal(await done, 'The message was posted. Its id is m-a.');
    const text = { kind: 'text', markdown: markdown.replace('\r\n', '\n') };
    assert.deepEqual(world.shown[0]?.proposal.messages[0]?.content, text);
    assert.deepEqual(
      world.queued.map(({ content, room }) => [content, room]),
      [[text, { id: 'r', title: 'Design', account: ada }]],
    );
  });

  it('says which room it is where another one has the same title', async () => {
    const world = toolWorld({}, [{ id: 'other-room', title: 'DESIGN', type: 'group' }]);
    const done = run(world);
    const { rows } = await inputs().next();
    const warnings = ['Room: Design · ID ends in “r”', 'Another room has the same title. Check the team and the ID.'];
    assert.deepEqual(rows.slice(2, 4), warnings);
    inputs().picker?.hide();
    await done;
  });

  it('is not sent when the user declines or edits it, and the answer says so', async () => {
    const world = toolWorld();
    const declined = run(world);
    await inputs().next();
    inputs().picker?.hide();
    assert.match(await declined, /^Nothing was sent: .* Do not post it again unless the user asks/);
    const edited = run(world);
    const step = await inputs().next();
    await step.choose('More Actions…');
    await step.choose('Edit…');
    assert.match(await edited, /^Nothing was sent: .*as a draft/);
    assert.deepEqual(world.queued, []);
    assert.deepEqual(world.drafts, [[{ ...design, account: ada }, '\n\nhello\n']]);
  });

  it('is not sent with a secret by Enter, nor shown to the model', async () => {
    const secret = `ghp_${new SecretSource(1).base62(36)}`;
    const scanner = { find: async (text: string) => scanText(text), mask: async () => 'MASKED' };
    const world = toolWorld({ scanner });
    const done = run(world, { markdown: `Use ${secret}` });
    const step = await inputs().next();
    assert.equal(step.active, 'Mask 1 Secret');
    assert.match(step.rows.join('\n'), /Line 1: GitHub token/);
    await step.accept();
    assert.deepEqual(world.queued, []);
    inputs().picker?.hide();
    assert.doesNotMatch(await done, /ghp_/);
  });

  it('ends without a question when its call is cancelled, or its room is not known', async () => {
    const world = toolWorld();
    const abort = new AbortController();
    const done = run(world, {}, abort);
    await inputs().next();
    abort.abort();
    await assert.rejects(done, { name: 'CancelledError' });
    await assert.rejects(
      run(world, { roomId: 'gone' }),
      /not in a room with this id\. Nothing was sent.*not the title/,
    );
    await assert.rejects(run(world, { roomId: 'x' }), /cannot be read.*Nothing was sent/);
    assert.deepEqual(world.queued, []);
  });

  it('is asked about at most five times a minute, and the next answer says so', async () => {
    const { ports, clock } = toolWorld();
    const call = programTools({ roomside_post_message: postMessageTool(ports) } as never, ports);
    const ask = () => call('roomside_post_message', input, { isForModel: true, signal: new AbortController().signal });
    const decline = async () => {
      const done = ask();
      await inputs().next();
      inputs().picker?.hide();
      return done;
    };
    for (let count = 0; count < 5; count += 1) await decline();
    assert.match((await ask()).text, /asked too often in the last minute/);
    clock.advance(60_000);
    assert.match((await decline()).text, /^Nothing was sent: the user/);
  });
});

describe('The drafts of a model', () => {
  it('open at most five times a minute, because the user is not asked', async () => {
    const { ports, clock, drafts } = toolWorld();
    const tool = draftMessageTool(ports);
    const draft = (roomId = 'r') =>
      tool.run({ input: { roomId, markdown: 'hello' }, signal: new AbortController().signal }, undefined);
    for (let count = 0; count < 5; count += 1) await draft();
    await assert.rejects(draft(), /Too many drafts.*Nothing was opened/);
    assert.match(await draft(''), /Nothing was sent/, 'without a room, none opens');
    assert.equal(drafts.length, 5);
    clock.advance(60_000);
    await draft();
    assert.equal(drafts.length, 6);
  });
});

describe('The confirmation of VS Code, which a user can switch off', () => {
  const { signal } = new AbortController();

  it('is asked for before a model reads, with the title and the end of the ID as plain text', async () => {
    const { ports } = toolWorld();
    const asked = async (roomId: string): Promise<readonly string[]> => {
      const { confirmationMessages } = await readRoomTool(ports).prepare({
        input: { roomId, last: 1, threadId: '' },
        signal,
      });
      assert.equal(confirmationMessages?.title, 'Allow the language model to read this room?');
      return (confirmationMessages.message as MarkdownString).value.split('\n\n');
    };
    const size = 'The newest message is sent to the language model\\.';
    assert.deepEqual(await asked('r'), ['Room\\: Design · ID ends in “r”', size]);
    const hostile = 'Room not found \\(ID “\\[a\\] \\(command\\:x\\) \\*\\*b\\*\\* \\<i\\>”\\)';
    assert.deepEqual(await asked('[a](command:x) **b** <i>'), [hostile, size]);
  });

  it('is not asked for before a post, about which Roomside itself asks', async () => {
    const prepared = await postMessageTool(toolWorld().ports).prepare({
      input: { roomId: 'r', markdown: 'Hi' },
      signal,
    });
    assert.equal(prepared.confirmationMessages, undefined);
  });
});
