import assert from 'node:assert/strict';
import type { TextDocument } from 'vscode';
import type { RoomNode } from '../../../../src/host/commands/commandArguments.ts';
import { commands, languages, window, workspace } from '../../../support/fakes/fakeWindow.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { Suggestions } = await withVscode(() => import('../../../../src/features/reader/blocks/suggestions.ts'));

const never = () => ({ dispose: () => undefined });

describe('A suggestion', () => {
  const { executeCommand } = commands;
  const done: string[] = [];
  let text = '';
  const document = { getText: () => text } as TextDocument;
  const windowParts = {
    onDidChangeActiveTextEditor: never,
    activeTextEditor: { document },
    showTextDocument: async () => void done.push('shown'),
  };
  const workspaceParts = { onDidCloseTextDocument: never, openTextDocument: async () => document };
  before(() => {
    Object.assign(window, windowParts);
    Object.assign(workspace, workspaceParts);
    Object.assign(languages, { getLanguages: async () => ['typescript'] });
    Object.assign(commands, {
      executeCommand: async (...args: readonly unknown[]) => void done.push(args.map(String).join(' ')),
    });
  });
  after(() => {
    for (const name of Object.keys(windowParts)) Reflect.deleteProperty(window, name);
    for (const name of Object.keys(workspaceParts)) Reflect.deleteProperty(workspace, name);
    Object.assign(commands, { executeCommand });
    Reflect.deleteProperty(languages, 'getLanguages');
  });

  it('knows its document before keys reach it, and is sent only with other lines', async () => {
    const shared: string[] = [];
    const shareText = async ({ markdown }: { readonly markdown: string }) => {
      shared.push(markdown);
      return true;
    };
    const suggestions = new Suggestions({ log: new RecordingLog(), shareText });
    const node: RoomNode = { kind: 'room', roomId: 'r', messageId: 'm' };
    text = 'let level = 0;';
    await suggestions.open({ language: 'ts', code: text }, node);
    assert.deepEqual(done, ['setContext roomside:suggestion true', 'shown']);
    await suggestions.send();
    assert.deepEqual(shared, []);
    text = 'let level = 1;';
    await suggestions.send();
    assert.deepEqual(shared, ['```ts\nlet level = 1;\n```']);
    assert.equal(done.at(-1), 'roomside.readRoom [object Object]');
    await suggestions.send();
    assert.equal(shared.length, 1, 'a document that was sent is none any more');
    suggestions.dispose();
  });
});
