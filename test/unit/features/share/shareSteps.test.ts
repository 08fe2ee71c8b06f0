import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  explorerFilesSource,
  share,
  shareableText,
  shareableUrl,
  Uri,
  useQuickInputs,
  waitUntilTrue,
  workspaceFile,
} from '../../../support/fakes/shareModules.ts';
import { shareWorld } from '../../../support/fakes/shareWorld.ts';

describe('The last step of a share', () => {
  const inputs = useQuickInputs();
  const picker = () => inputs().picker;
  const row = { kind: 'room', roomId: 'r' };
  const rows = () => picker()?.items.map(({ label }) => label.replace(/^\$\([\w-]+\) /, '')) ?? [];

  it('sends the typed text as the comment of a remote file', async () => {
    const { ports, queued, scanned } = shareWorld();
    const url = 'https://example.com/a.png';
    const done = share(ports, shareableUrl({ title: 'Share URL as File', url }), row);
    const confirm = await inputs().next();
    assert.equal(picker()?.placeholder, 'Comment (optional). Press Enter to send.');
    (picker() ?? assert.fail('no list is open')).value = 'look';
    await confirm.accept();
    await done;
    assert.deepEqual(
      queued.map(({ content }) => content),
      [{ kind: 'url', url, text: 'look' }],
    );
    assert.deepEqual(scanned, [url, 'look'], 'each is scanned once');
  });

  it('sends for the account of the chosen room, whatever account is active at Enter', async () => {
    const account = (id: string) => ({ id, label: `${id}@example.com` });
    let active = account('ada');
    const { ports, queued } = shareWorld({
      connection: { requireSession: async () => ({ account: active, client: {} }) },
    });
    const render = async () => ({ markdown: 'hello', lineCount: 1, warnings: [] });
    const done = share(ports, shareableText({ title: 'Share Selection', name: 'a.ts', render }), row);
    const confirm = await inputs().next();
    active = account('grace');
    await confirm.accept();
    await done;
    assert.deepEqual(
      queued.map(({ room }) => room.account),
      [account('ada')],
    );
  });

  it('becomes a reply to a message of the room, keeps its comment, and says so wherever it is sent from', async () => {
    const message = { id: 'm2', roomId: 'r', parentId: 'm1', personEmail: 'zoe@example.com', text: 'Which one?' };
    const client = {
      async *listMessages() {
        yield { items: [message], hasNext: false };
      },
      async *listMemberships() {
        yield { items: [], hasNext: false };
      },
    };
    const account = { id: 'ada', label: 'ada@example.com' };
    const connection = { requireSession: async () => ({ account, client }) };
    const { ports, queued } = shareWorld({ connection, clock: { now: () => 0 } });
    const render = async (comment = '') => ({ markdown: `${comment} code`, lineCount: 1, warnings: [] });
    const done = share(ports, shareableText({ title: 'Share', name: 'a.ts', render }), row);
    const first = await inputs().next();
    (picker() ?? assert.fail('no list is open')).value = 'This one';
    await first.choose('Reply to a Message…');
    const list = await inputs().next();
    assert.deepEqual(list.rows, ['zoe@example.com | Which one?']);
    await list.accept();
    const last = await inputs().next();
    assert.equal(last.title, 'Share → Design, as a reply to zoe@example.com');
    assert.equal(last.active, 'Send to Design, as a reply to zoe@example.com');
    await last.accept();
    await done;
    assert.deepEqual(
      queued.map(({ room, content }) => [room.parentId, content]),
      [['m1', { kind: 'text', markdown: 'This one code' }]],
    );
  });

  it('begins as the reply of the row that it is called on', async () => {
    const { ports, queued } = shareWorld();
    const parent = { id: 'm1', author: 'Zoe', line: 'Which one?' };
    const done = share(ports, shareableUrl({ title: 'Share', url: 'https://example.com/a.png' }), { ...row, parent });
    const last = await inputs().next();
    assert.equal(last.active, 'Send to Design, as a reply to Zoe');
    await last.accept();
    await done;
    assert.deepEqual(
      queued.map(({ room }) => room.parentId),
      ['m1'],
    );
  });

  it('warns of a locked room', async () => {
    const { ports } = shareWorld({}, { isLocked: true });
    const url = 'https://example.com/a.png';
    const done = share(ports, shareableUrl({ title: 'Share URL as File', url }), row);
    await inputs().next();
    assert.ok(rows().includes('Design is locked by its moderators and may not accept your message'), rows().join());
    picker()?.hide();
    await done;
  });

  it('stays open when a file has changed, and sends the new version with its comment on another Enter', async () => {
    const { ports, queued } = shareWorld();
    const file = await workspaceFile('steps.txt', 'one');
    const shareable = (await explorerFilesSource(file)) ?? assert.fail('nothing to share');
    const done = share(ports, shareable, row);
    const confirm = await inputs().next();
    await writeFile(file.fsPath, 'one and two');
    await confirm.accept();
    const changed = 'steps.txt has changed. Do you want to send the current version?';
    await waitUntilTrue('the step says so', () => rows().includes(changed));
    assert.equal(queued.length, 0);
    (picker() ?? assert.fail('no list is open')).value = 'look';
    await confirm.accept();
    await done;
    assert.deepEqual(
      queued.map(({ content }) => content.kind === 'file' && [content.file.byteLength, content.text]),
      [[11, 'look']],
    );
  });

  it('shows the target of a link that leaves the workspace', async () => {
    const outside = path.join(tmpdir(), `roomside-steps-${process.pid}.txt`);
    await writeFile(outside, 'x');
    const near = await workspaceFile('near.txt', 'x');
    const link = path.join(path.dirname(near.fsPath), `link-${process.pid}.txt`);
    await symlink(outside, link);
    const inside = path.join(path.dirname(near.fsPath), `inside-${process.pid}.txt`);
    await symlink(near.fsPath, inside);
    const noteOf = async (file: string) => {
      const proposal = await (await explorerFilesSource(Uri.file(file)))?.propose('send', undefined);
      const content = proposal?.messages[0]?.content;
      return content?.kind === 'file' ? content.file.note : assert.fail();
    };
    assert.equal(await noteOf(link), `a link to ${outside}, outside the workspace`);
    assert.equal(await noteOf(inside), undefined);
    assert.equal(await noteOf(near.fsPath), undefined);
  });
});
