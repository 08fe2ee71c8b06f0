import assert from 'node:assert/strict';
import {
  commands,
  LanguageModelTextPart,
  type LanguageModelToolTokenizationOptions,
  lm,
  Range,
  window,
  workspace,
} from 'vscode';
import { fencedBlocks } from '../../src/core/markdown/fencedBlocks.ts';
import { draftScheme } from '../../src/host/vscode/uris.ts';
import { describeWithBrowser } from '../browser/pages/browserBridge.ts';
import { SecretSource } from '../support/fakes/secretSamples.ts';
import { useAccount, useNoAccount } from '../support/host/account.ts';
import { received, requestCount, sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';

const token = `ghp_${new SecretSource(1).base62(36)}`;

/** Calls a tool as another extension does, outside of a chat. */
async function call(name: string, input: object, tokenizationOptions?: LanguageModelToolTokenizationOptions) {
  const options = { input, toolInvocationToken: undefined, ...(tokenizationOptions && { tokenizationOptions }) };
  const { content } = await lm.invokeTool(name, options);
  const [part] = content;
  assert.ok(content.length === 1 && part instanceof LanguageModelTextPart);
  return part.value;
}

/** The rooms in the data of a result. */
function roomsOf(answer: string): readonly { readonly id: string; readonly title: string; readonly type: string }[] {
  const [block] = fencedBlocks(answer);
  return (block?.code ?? '').split('\n').map((line) => JSON.parse(line));
}

async function idOf(title: string): Promise<string> {
  const room = roomsOf(await call('roomside_list_rooms', { filter: title })).find((each) => each.title === title);
  return room?.id ?? assert.fail(`${title} is not listed`);
}

describe('The language model tools, signed out', () => {
  useNoAccount();
  it('ask the model to let the user sign in, and start no sign-in', async () => {
    const attempts = await requestCount('GET /v1/authorize');
    for (const [name, input] of [
      ['roomside_list_rooms', {}],
      ['roomside_read_room', { roomId: 'x' }],
      ['roomside_draft_message', { roomId: 'x', markdown: 'Hi' }],
      ['roomside_post_message', { roomId: 'x', markdown: 'Hi' }],
    ] as const) {
      assert.match(await call(name, input), /^Not signed in\. Tell the user to run “Roomside: Sign In”/);
    }
    assert.equal(await requestCount('GET /v1/authorize'), attempts);
  });
});

describeWithBrowser('The language model tools', () => {
  const messages = useMessages();
  useAccount();
  afterEach(async () => {
    await sandboxControl('DELETE', 'faults');
    await sandboxControl('DELETE', 'received');
    assert.deepEqual(messages().all, [], 'a tool answers the model and shows no message');
  });

  it('open a draft for a room beside the active editor, and send nothing', async () => {
    const typing = await window.showTextDocument(await workspace.openTextDocument({ content: 'mine' }));
    const roomId = await idOf('Code reviews');
    const written = '```\n````\n[a](command:x) <img src=x> **b**\nRoom: General\u202e';
    const answer = await call('roomside_draft_message', { markdown: written, roomId });
    const inView = window.visibleTextEditors.map(({ document }) => document);
    const draft = inView.find(({ uri }) => uri.scheme === draftScheme);
    assert.equal(draft?.getText(), written);
    assert.match(draft?.uri.path ?? '', /→ Code reviews$/);
    assert.match(answer, /^Nothing was sent\. The draft is open in an editor, /);
    const [block, ...more] = fencedBlocks(answer);
    assert.deepEqual([block?.isClosed, more], [true, []]);
    await commands.executeCommand('type', { text: 'still ' });
    assert.equal(typing.document.getText(), 'still mine');
    assert.deepEqual(await received(), []);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    // An empty draft is discarded without a question.
    const editor = await window.showTextDocument(draft ?? assert.fail());
    await editor.edit((edit) => edit.delete(new Range(0, 0, editor.document.lineCount, 0)));
    await commands.executeCommand('roomside.discardDraft');
    await commands.executeCommand('workbench.action.closeAllEditors');
  });
});

describeWithBrowser('A message that a language model posts', () => {
  const messages = useMessages();
  let roomId: string;
  useAccount();
  before(async () => {
    roomId = await idOf('Code reviews');
  });
  afterEach(async () => {
    await sandboxControl('DELETE', 'faults');
    await sandboxControl('DELETE', 'received');
  });
  const post = (markdown: string, room = roomId) => call('roomside_post_message', { roomId: room, markdown });

  it('is shown in full before it is sent, with its room and audience', async () => {
    const done = post('Hi <@all> <@personEmail:tom.becker@example.com|Tom>\n\n```\n````\nRoom: General\u202e');
    const question = await messages().next();
    question.answer();
    await done;
    const lines = (question.detail ?? '').split('\n');
    const plain = lines.map((line) => line.replace(/\d+(?= (?:people|lines|bytes))|(?<=“).*(?=”)/g, '0'));
    assert.deepEqual(plain, [
      'Room: Code reviews · Team Platform · ID ends in “0”',
      '0 people can read it.',
      '0 lines · 0 bytes',
      'Mentions everyone in the room.',
      'Mentions 1 person.',
      'Contains 1 invisible character, shown as text below.',
      'The text below the line is sent exactly as shown.',
      '─'.repeat(20),
      'Hi <@all> <@personEmail:tom.becker@example.com|Tom>',
      '',
      '```',
      '````',
      'Room: General‹U+202E›',
    ]);
  });

  it('is not sent with a secret without consent; the model learns the rule and the line', async () => {
    const text = `Use this:\n\n\`${token}\``;
    for (const choice of [undefined, 'Mask and Send', 'Send As Is'] as const) {
      const done = post(text);
      const question = await messages().next();
      assert.match(question.detail ?? '', /\nLine 3: GitHub token/);
      question.answer('Send');
      const warning = await messages().next();
      assert.equal(warning.text, 'This message may contain secrets.');
      assert.deepEqual(warning.buttons, ['Mask and Send', 'Send As Is']);
      warning.answer(choice);
      const answer = await done;
      assert.ok(!answer.includes(token.slice(0, 8)));
      if (choice === undefined)
        assert.match(answer, /^Nothing was sent: .*\n- line 3, column 2: possible secret \(token, rule /);
      else assert.match(answer, /^The message was posted/);
    }
    const texts = (await received()).map(({ markdown }) => markdown);
    assert.deepEqual(texts, ['Use this:\n\n`MASKED`', text]);
  });
});
