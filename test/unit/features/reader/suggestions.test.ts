import assert from 'node:assert/strict';
import type { TextDocument } from 'vscode';
import type { RoomNode } from '../../../../src/host/commands/commandArguments.ts';
import { commands, languages, Uri, window, workspace } from '../../../support/fakes/fakeWindow.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { Suggestions } = await withVscode(() => import('../../../../src/features/reader/blocks/suggestions.ts'));

const never = () => ({ dispose: () => undefined });

describe('A suggestion', () => {
  const { executeCommand } = commands;
  const done: string[] = [];
  let text = '';
  const uri = Uri.from({ scheme: 'untitled', path: 'Untitled-1' });
  const document = { uri, getText: () => text, validateRange: () => undefined } as unknown as TextDocument;
  const tabs = [uri, Uri.file('/other.ts')].map((each) => ({ input: { uri: each } }));
  const windowParts = {
    onDidChangeActiveTextEditor: never,
    activeTextEditor: { document },
    showTextDocument: async () => void done.push('shown'),
    tabGroups: {
      all: [{ tabs }],
      close: async (closed: readonly object[]) =>
        void done.push(`close ${closed.map((tab) => tabs.indexOf(tab as never))}`),
    },
  };
  const { tabGroups } = window;
  const workspaceParts = {
    onDidCloseTextDocument: never,
    openTextDocument: async () => document,
    applyEdit: async ({ edits }: { readonly edits: readonly string[] }) => {
      text = edits[0] ?? text;
      return true;
    },
  };
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
    Object.assign(window, { tabGroups });
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
    assert.deepEqual(
      done.slice(2),
      ['close 0', 'roomside.readRoom [object Object]'],
      'whatever editor is active by now',
    );
    await suggestions.send();
    assert.equal(shared.length, 1, 'a document that was sent is none any more');
    suggestions.dispose();
  });

  it('is sent once for several keys, and keeps what is typed meanwhile', async () => {
    const [shared, confirmed]: [string[], PromiseWithResolvers<boolean>] = [[], Promise.withResolvers<boolean>()];
    const shareText = ({ markdown }: { readonly markdown: string }) => {
      shared.push(markdown);
      return confirmed.promise;
    };
    const suggestions = new Suggestions({ log: new RecordingLog(), shareText });
    text = 'a';
    await suggestions.open({ language: 'ts', code: text }, { kind: 'room', roomId: 'r', messageId: 'm' });
    text = 'b';
    done.length = 0;
    const sending = [suggestions.send(), suggestions.send()];
    text = 'b and more';
    confirmed.resolve(true);
    await Promise.all(sending);
    assert.deepEqual([shared, text, done], [['```ts\nb\n```'], 'b and more', []]);
    await suggestions.send();
    assert.equal(shared.length, 2, 'it is a suggestion still');
    suggestions.dispose();
  });
});
