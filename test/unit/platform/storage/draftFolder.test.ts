import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessageDraft } from '../../../../src/core/drafts/messageDraft.ts';
import { DraftFolder } from '../../../../src/platform/storage/draftFolder.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

const ids = ['6b1f3c1e-0c1b-4a57-9a3c-0d2d4c6f7a10', '6b1f3c1e-0c1b-4a57-9a3c-0d2d4c6f7a11'] as const;

function sampleDraft(more: Partial<MessageDraft> = {}): MessageDraft {
  return {
    id: ids[0],
    accountId: 'ada',
    room: { id: 'room-1', title: 'Design', type: 'group' },
    name: 'src/main.ts',
    text: 'one\r\n\ttwo “drei” 🙂\u0000',
    createdMs: 1,
    savedMs: 2,
    ...more,
  };
}

describe('DraftFolder', () => {
  const folder = useTemporaryFolder();

  it('returns exactly what was written, newest first, without removed drafts', async () => {
    const drafts = new DraftFolder(join(folder.path, 'made', 'when', 'needed'));
    assert.deepEqual((await drafts.list()).drafts, []);
    const parent = { id: 'message-1', author: 'Tom', line: 'Is this right?' };
    const [older, newer] = [sampleDraft(), sampleDraft({ id: ids[1], savedMs: 3, text: '', parent })];
    await drafts.write(older);
    await drafts.write(newer);
    assert.deepEqual((await drafts.list()).drafts, [newer, older]);
    assert.deepEqual(await drafts.read(older.id), older);
    await drafts.remove(newer.id);
    await drafts.remove(newer.id);
    assert.deepEqual((await drafts.list()).drafts, [older]);
    assert.equal(await drafts.read(newer.id), undefined);
  });

  it('keeps invalid drafts without listing them, and names those of a newer version or that cannot be read', async () => {
    const drafts = new DraftFolder(folder.path);
    const sample = sampleDraft();
    const [newerId, folderId, brokenId] = [1, 2, 3].map((digit) => `${ids[0].slice(0, -1)}${digit}`) as [
      string,
      string,
      string,
    ];
    await drafts.write(sample);
    const kept = { [brokenId]: '{"version":1,"id":', [newerId]: JSON.stringify({ version: 2, ...sample }) };
    for (const [id, text] of Object.entries(kept)) await writeFile(join(folder.path, `${id}.draft.json`), text);
    await mkdir(join(folder.path, `${folderId}.draft.json`));
    const { drafts: listed, unreadable } = await drafts.list();
    const codes = Object.fromEntries(unreadable.map(({ id, code }) => [id, code]));
    assert.deepEqual([listed, codes], [[sample], { [newerId]: 'newer', [folderId]: 'EISDIR' }]);
    assert.equal(await drafts.read(newerId), undefined);
    for (const [id, text] of Object.entries(kept)) {
      assert.equal(await readFile(join(folder.path, `${id}.draft.json`), 'utf8'), text);
    }
  });

  it('removes partial files of a crash, but none that is being written', async () => {
    const drafts = new DraftFolder(folder.path);
    await drafts.write(sampleDraft());
    const nowMs = Date.now();
    const hourAgo = new Date(nowMs - 60 * 60_000 - 2000);
    for (const name of ['old.draft', 'new.draft', 'notes.txt']) await writeFile(join(folder.path, name), '');
    for (const name of ['old.draft', 'notes.txt']) await utimes(join(folder.path, name), hourAgo, hourAgo);
    const clock = new ManualClock(nowMs);
    await passTime(clock, drafts.clearOrphans(clock));
    assert.deepEqual((await readdir(folder.path)).sort(), [`${ids[0]}.draft.json`, 'new.draft', 'notes.txt'].sort());
  });

  it('rejects ids that lead to other paths', async () => {
    const outside = join(folder.path, 'outside.draft.json');
    await writeFile(outside, JSON.stringify({ version: 1, ...sampleDraft({ id: '../outside' }) }));
    const drafts = new DraftFolder(join(folder.path, 'in'));
    assert.equal(await drafts.read('../outside'), undefined);
    await drafts.remove('../outside');
    assert.match(await readFile(outside, 'utf8'), /outside/);
  });
});
