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
import { useAccount, useNoAccount } from '../support/host/account.ts';
import { received, requestCount, sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';

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
