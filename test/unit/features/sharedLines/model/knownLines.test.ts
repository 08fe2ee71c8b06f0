import assert from 'node:assert/strict';
import type { Message } from '../../../../../src/core/api/resources.ts';
import { linesOfMessage } from '../../../../../src/core/lines/linesOfMessage.ts';
import type { MessageLines, OpenFile } from '../../../../../src/core/lines/messageLines.ts';
import { placesOfMessage } from '../../../../../src/core/lines/messagePlaces.ts';
import { firstWords } from '../../../../../src/core/lines/prose.ts';
import { ReadLines } from '../../../../../src/core/lines/readLines.ts';
import { sharedBlocksOf } from '../../../../../src/core/messages/sharedBlocks.ts';
import type { ShareRecord } from '../../../../../src/core/outbox/shareRecord.ts';
import { KnownLines } from '../../../../../src/features/sharedLines/model/knownLines.ts';
import { linesOfShares } from '../../../../../src/features/sharedLines/model/linesOfShares.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const editor = (path: string) =>
  ` · [open in editor](<https://broker.test/open#path=${path}&lines=3-4&remote=git.test/team/tides>)`;
const markdownOf = (header: string, code = 'const a = 1;\nconst b = 2;'): string =>
  `What do you think?\n\n${header}\n\n\`\`\`ts\n${code}\n\`\`\``;

function read(markdown: string, fields: Partial<Message> = {}): readonly MessageLines[] {
  const message: Message = { id: 'm', roomId: 'r', markdown, created: '2026-11-24T10:00:00.000Z', ...fields };
  const blocks = sharedBlocksOf(message);
  const read = { blocks, places: placesOfMessage(message, blocks, {}) };
  return linesOfMessage(message, read, { accountId: 'ada', author: 'Ben', replyCount: 2 });
}

const open = (paths: readonly string[], repository?: OpenFile['repository']): OpenFile => ({
  file: `/home/ada/${paths[0]}`,
  paths,
  repository,
});
const isFound = (lines: readonly MessageLines[], file: OpenFile): boolean =>
  new KnownLines([], lines).of(file).length > 0;

describe('the lines of a message', () => {
  it('are those under a header of Roomside, with what the message says besides', () => {
    const [lines, ...others] = read(markdownOf('**src/a.ts** · lines 3–4 · TypeScript'));
    assert.deepEqual(others, []);
    assert.deepEqual(lines?.range, { startLine: 3, endLine: 4 });
    assert.deepEqual(lines?.message, {
      messageId: 'm',
      roomId: 'r',
      accountId: 'ada',
      threadId: 'm',
      author: 'Ben',
      createdMs: Date.parse('2026-11-24T10:00:00.000Z'),
      words: 'What do you think?',
      replyCount: 2,
    });
  });

  it('are none without a header, of an untitled document, and of blank lines', () => {
    assert.deepEqual(read('```ts\na\n```'), []);
    assert.deepEqual(read(markdownOf('**Untitled-1** · lines 3–4 · untitled')), []);
    assert.deepEqual(read(markdownOf('**src/a.ts** · lines 3–4', '\n  ')), []);
  });

  it('are those that its words name, in the file whose path ends as theirs', () => {
    const [lines, ...others] = read('It fails at src/gauge.ts:12.');
    assert.deepEqual([lines?.range, lines?.digest, others], [{ startLine: 12, endLine: 12 }, undefined, []]);
    const trace = read('```\nat read (/home/ben/tides/src/gauge.ts:12:3)\n```');
    assert.ok(isFound(trace, open(['src/gauge.ts'])) && !isFound(trace, open(['gauge.ts'])));
    const link = read(`https://github.com/team/tides/blob/${commit}/src/gauge.ts#L3-L4`);
    const repository = { path: 'src/gauge.ts', commit: undefined };
    assert.ok(isFound(link, open(['gauge.ts'], { ...repository, remotes: ['github.com/team/tides'] })));
    assert.ok(!isFound(link, open(['src/gauge.ts'], { ...repository, remotes: ['github.com/other/tides'] })));
  });

  it('are in the thread of a reply', () => {
    assert.equal(read(markdownOf('**a.ts** · line 1'), { parentId: 'root' })[0]?.message.threadId, 'root');
  });

  it('leave the code out of the first words', () => {
    const several =
      '**a.ts** · lines 1, 3\n\nline 1\n\n```\na\n```\n\n[line 3](<https://git.test/a>)\n\n```\nb\n```\n\nSee?';
    assert.equal(firstWords(several), 'See?');
    assert.equal(firstWords('```\na\n```'), '');
  });
});

describe('the file of shared lines', () => {
  it('is that with the path in the workspace, unless its repository is another one', () => {
    const lines = read(markdownOf('**src/a.ts** · lines 3–4 · TypeScript'));
    assert.ok(isFound(lines, open(['src/a.ts'])));
    assert.ok(!isFound(lines, open(['lib/src/a.ts', 'web/lib/src/a.ts'])));
    assert.ok(!isFound(lines, open([])));
  });

  it('is that with the path in the repository that the link names', () => {
    const lines = read(markdownOf(`**web/src/a.ts** · lines 3–4 · TypeScript${editor('web/src/a.ts')}`));
    const repository = { path: 'web/src/a.ts', remotes: ['git.test/fork/tides', 'git.test/team/tides'] };
    assert.ok(isFound(lines, open(['src/a.ts'], repository)));
    assert.ok(!isFound(lines, open(['web/src/a.ts'], { ...repository, remotes: ['git.test/other/tides'] })));
    assert.ok(!isFound(lines, open(['src/a.ts'], { ...repository, path: 'src/a.ts' })));
    assert.ok(isFound(lines, open(['web/src/a.ts'])), 'without Git, the path decides');
  });

  it('is that with the end of the path at the same commit', () => {
    const lines = read(markdownOf('**src/a.ts** · lines 3–4 · TypeScript · commit 0123456789'));
    const repository = { path: 'web/src/a.ts', remotes: [], commit };
    assert.ok(isFound(lines, open(['web/src/a.ts'], repository)));
    assert.ok(!isFound(lines, open(['web/src/a.ts'], { ...repository, commit: `f${commit.slice(1)}` })));
  });
});

describe('the lines that were shared from here', () => {
  const origin = { path: '/home/ada/a.ts', line: 3, lines: [{ startLine: 3, endLine: 4, digest: 7 }] };
  const share = {
    ...{ id: 's', state: 'sent', accountId: 'ada', roomId: 'r', messageId: 'm', createdMs: 5, origin },
  } as unknown as ShareRecord;

  it('are those of sent shares, by their file', () => {
    const unsent = { ...share, state: 'queued' } as const;
    const { lines: _, ...file } = origin;
    const own = linesOfShares([share, unsent, { ...share, origin: file }], () => 'words');
    assert.equal(own.length, 1);
    const known = new KnownLines(own, []);
    const [{ place } = assert.fail()] = new KnownLines(
      linesOfShares([{ ...share, origin: { ...origin, commit } } as ShareRecord], () => ''),
      [],
    ).of({ file: '/home/ada/a.ts', paths: [] });
    assert.equal(place.commit, commit, 'which leads to lines that have changed');
    assert.equal(known.of({ file: '/home/ada/a.ts', paths: ['a.ts'] })[0]?.message.words, 'words');
    assert.deepEqual(known.of({ file: '/home/ada/other/a.ts', paths: ['a.ts'] }), []);
  });

  it('are those of each file of a message with code of several', () => {
    const others = [{ path: '/home/ada/b.ts', lines: [{ startLine: 9, endLine: 9, digest: 8 }] }];
    const own = linesOfShares([{ ...share, origin: { ...origin, others } } as ShareRecord], () => '');
    const placed = own.map(({ place, range }) => [place.kind === 'own' && place.file, range.startLine]);
    assert.deepEqual(placed, [
      ['/home/ada/a.ts', 3],
      ['/home/ada/b.ts', 9],
    ]);
  });

  it('are there once, with what was read of the message', () => {
    const seen = read(markdownOf('**a.ts** · lines 3–4 · commit 0123456789'));
    const [lines] = origin.lines;
    const sent = { ...origin, lines: [{ ...lines, digest: seen[0]?.digest }] };
    const shared = linesOfShares([{ ...share, origin: sent } as ShareRecord], () => '');
    const found = new KnownLines(shared, seen).of(open(['a.ts']));
    assert.equal(found.length, 1);
    const [{ message, place } = assert.fail()] = found;
    assert.deepEqual([place.kind, place.commit], ['own', '0123456789']);
    assert.deepEqual([message.author, message.words, message.replyCount], ['', 'What do you think?', 2]);
  });
});

describe('the lines of a message that was edited', () => {
  it('are those that it has now', () => {
    const edited = { updated: '2026-11-24T11:00:00.000Z' };
    const [before] = read(markdownOf('**src/a.ts** · lines 3–4'));
    const own = [{ ...(before ?? assert.fail()), place: { kind: 'own' as const, file: '/home/ada/src/a.ts' } }];
    const now = read(markdownOf('**src/a.ts** · lines 7–8', 'const c = 3;\nconst d = 4;'), edited);
    const known = new KnownLines(own, now).of(open(['src/a.ts']));
    assert.deepEqual(
      known.map(({ range }) => range.startLine),
      [7],
    );
  });
});

describe('ReadLines', () => {
  it('fires only for a change, and forgets accounts and messages without lines', () => {
    const lines = new ReadLines();
    let count = 0;
    lines.onDidChange(() => {
      count += 1;
    });
    const seen = read(markdownOf('**a.ts** · lines 3–4'));
    lines.note('x', []);
    assert.deepEqual([count, lines.hasLines], [0, false]);
    lines.note('m', seen);
    lines.note('m', read(markdownOf('**a.ts** · lines 3–4')));
    assert.deepEqual([count, lines.all], [1, seen]);
    lines.forgetAccounts(['ben']);
    assert.equal(count, 1);
    lines.forgetAccounts(['ada']);
    assert.deepEqual([count, lines.hasLines], [2, false]);
    lines.note('m', seen);
    lines.note('m', []);
    assert.equal(lines.hasLines, false);
  });
});
