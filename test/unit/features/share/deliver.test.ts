import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { ShareNotStoredError } from '../../../../src/core/outbox/errors.ts';
import type { NewShare } from '../../../../src/core/outbox/newShare.ts';
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import { filesOf } from '../../../../src/features/share/shareable.ts';
import type { SharePorts } from '../../../../src/features/share/step.ts';
import type { StoredMessage } from '../../../../src/features/share/store.ts';
import type { ReportOptions } from '../../../../src/host/errors/errorReporter.ts';
import type { ShareOutcomePorts } from '../../../../src/host/ui/shareOutcome.ts';
import { contentOf } from '../../../../src/platform/files/openFilePart.ts';
import { Uri, useMessages, useQuickInputs, workspace, workspaceFile } from '../../../support/fakes/fakeWindow.ts';
import { sentShare } from '../../../support/fakes/sentShare.ts';
import {
  bytesAsFile,
  currentFile,
  deliver,
  documentRisks,
  explorerFilesSource,
  proposeFiles,
  ShareOutcome,
  store,
} from '../../../support/fakes/shareModules.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

describe('Share File', () => {
  const inputs = useQuickInputs();
  const temporary = useTemporaryFolder();

  it('shows the target of a link that leaves the workspace, as a selection of it does', async () => {
    const outside = path.join(temporary.path, 'steps.txt');
    await writeFile(outside, 'x');
    const near = await workspaceFile('near.txt', 'x');
    const link = path.join(path.dirname(near.fsPath), `link-${process.pid}.txt`);
    await symlink(outside, link);
    const inside = path.join(path.dirname(near.fsPath), `inside-${process.pid}.txt`);
    await symlink(near.fsPath, inside);
    const noteOf = async (file: string) => {
      const shareable = (await explorerFilesSource([Uri.file(file)], {} as never)) ?? assert.fail();
      return filesOf(await shareable.propose('send', undefined))[0]?.note;
    };
    const folder = path.join(path.dirname(near.fsPath), `folder-${process.pid}`);
    await symlink(path.dirname(outside), folder);
    for (const file of [link, path.join(folder, path.basename(outside))]) {
      const warning = `${path.basename(file)} is a link to ${outside}, outside the workspace`;
      assert.equal((await documentRisks({ uri: Uri.file(file) }))[0], warning);
    }
    assert.doesNotMatch((await documentRisks({ uri: near })).join(), /outside/);
    assert.equal(await noteOf(link), `a link to ${outside}, outside the workspace`);
    assert.equal(await noteOf(inside), 'a link to near.txt');
    assert.equal(await noteOf(near.fsPath), undefined);
  });

  it('has the unsaved version in the encoding of its file', async () => {
    const document = { uri: Uri.file('/a.txt'), isDirty: true, encoding: 'utf16le', getText: () => 'ä' };
    Object.assign(workspace, { textDocuments: [document] });
    const done = currentFile(document.uri as never);
    Object.assign(workspace, { textDocuments: [] });
    await (await inputs().next()).accept();
    const part = await (await done)?.open();
    assert.deepEqual(part && (await contentOf(part)), Buffer.from('ä', 'utf16le'));
  });
});

describe('Files that are sent together', () => {
  const messages = useMessages();
  const target = { id: 'r', title: 'Design', account: { id: 'ada', label: 'ada@example.com' } };
  const file = (id: string, deliver: () => Promise<{ record: ShareRecord }>): StoredMessage => ({
    message: { name: `${id}.ts`, content: { kind: 'file', file: bytesAsFile(`${id}.ts`, Buffer.from('a')) } },
    share: { deliver, discard: async () => undefined } as unknown as NonNullable<StoredMessage['share']>,
  });
  const asText = (message: StoredMessage): StoredMessage => ({
    ...message,
    message: { name: 'a.ipynb', content: { kind: 'text', markdown: 'a' } },
  });
  const sent = (id: string) => file(id, async () => ({ record: sentShare(id, 0) }));

  async function send(messages: readonly StoredMessage[], name = `${messages.length} files`) {
    const undoable: (readonly unknown[])[] = [];
    const failed: (string | undefined)[] = [];
    const errors = { report: async (_: unknown, { context }: ReportOptions) => failed.push(context) };
    const show = (text: string, undo: { readonly arguments: readonly unknown[] }) =>
      undoable.push([text, ...undo.arguments]);
    const outcome = new ShareOutcome({ errors, undoable: { show } } as unknown as ShareOutcomePorts);
    const ports = { outcome, errors } as unknown as SharePorts;
    const { results, isComplete } = await deliver(ports, { target, name, messages });
    return { undoable, failed, states: results.map(({ record }) => record?.state), isComplete };
  }

  it('offer one Undo for all of them', async () => {
    const expected = { undoable: [['Shared 2 files to Design', ['a', 'b']]], failed: [], isComplete: true };
    assert.deepEqual(await send([sent('a'), sent('b')]), { ...expected, states: ['sent', 'sent'] });
  });

  it('offer Undo for those that arrived, and name the one that did not', async () => {
    const lost = file('b', () => Promise.reject(new Error('offline')));
    assert.deepEqual(await send([sent('a'), lost, sent('c')]), {
      undoable: [['Shared 2 of 3 files to Design', ['a', 'c']]],
      ...{ failed: ["Couldn't share b.ts to “Design”."], isComplete: false, states: ['sent', undefined, 'sent'] },
    });
  });

  it('have their comment once, with the first that is queued', async () => {
    const queued: unknown[] = [];
    const outbox = {
      async store({ name, content }: NewShare) {
        if (name === 'a.ts') throw new Error('unreadable');
        queued.push([name, content.kind === 'file' && content.text]);
        return {};
      },
    };
    const files = ['a.ts', 'b.ts', 'c.ts'].map((name) => bytesAsFile(name, Buffer.from(name)));
    await store({ outbox } as unknown as SharePorts, target, proposeFiles(files, 'look'));
    assert.deepEqual(queued, [
      ['b.ts', 'look'],
      ['c.ts', undefined],
    ]);
  });

  it('are sent without a copy, if none can be saved, only when the user wants that', async () => {
    for (const [code, problem] of [
      ['ENOSPC', 'The disk is full, so no copy could be saved for retries.'],
      ['EACCES', 'No copy could be saved for retries (EACCES).'],
    ] as const) {
      const stored: unknown[] = [];
      const outbox = {
        async store({ name }: NewShare, options?: object) {
          stored.push(options);
          if (options === undefined) throw new ShareNotStoredError(Object.assign(new Error(), { code }));
          return { name };
        },
      };
      const files = proposeFiles([bytesAsFile('a.ts', Buffer.from('a'))], '');
      for (const answer of [undefined, 'Send Anyway']) {
        const done = store({ outbox } as unknown as SharePorts, target, files);
        const asked = await messages().next();
        assert.deepEqual([asked.text, asked.buttons], [`a.ts wasn't sent. ${problem}`, ['Send Anyway']]);
        assert.equal(asked.kind, 'error', 'VS Code hides others, and the confirmation waits for this one');
        asked.answer(answer);
        assert.equal((await done)?.messages[0]?.share !== undefined, answer !== undefined);
      }
      assert.deepEqual(stored, [undefined, undefined, { isMemoryOnly: true }]);
    }
  });

  it('are messages when the first is a text', async () => {
    const textOf = async ([first, ...images]: readonly [StoredMessage, ...StoredMessage[]]) =>
      (await send([asText(first), ...images], 'a.ipynb')).undoable[0]?.[0];
    const lost = file('c', () => Promise.reject(new Error('offline')));
    assert.equal(await textOf([sent('a'), sent('b'), sent('c')]), 'Shared a.ipynb and 2 images to Design');
    assert.equal(await textOf([sent('a'), sent('b'), lost]), 'Shared 2 of 3 messages to Design');
  });

  it('offer Undo for those that arrived before Cancel', async () => {
    const stopped = file('b', () => Promise.reject(new CancelledError()));
    const expected = { undoable: [['Canceled. 1 of 3 shared to Design', ['a']]], failed: [], isComplete: false };
    assert.deepEqual(await send([sent('a'), stopped, sent('c')]), { ...expected, states: ['sent'] });
  });
});
