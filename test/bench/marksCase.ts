import { digestOfLines } from '../../src/core/base/text/lineDigests.ts';
import { locate } from '../../src/core/lines/locate.ts';
import type { MessageLines } from '../../src/core/lines/messageLines.ts';
import { KnownLines } from '../../src/features/sharedLines/model/knownLines.ts';
import { placeMarks } from '../../src/features/sharedLines/model/placeMarks.ts';
import type { Bench } from './benchCase.ts';
import type { Row } from './row.ts';
import { median } from './statistics.ts';

const markCount = 1_000;
const file = '/home/ada/tides/src/tide.ts';

/** A source of so many different lines. */
const sourceOf = (lineCount: number): readonly string[] =>
  Array.from({ length: lineCount }, (_, at) => `  const height${at} = heightAt(${at}, constituents); // ${at * 7919}`);

/** Marks of one to thirty lines, spread over the source. */
function sharedLinesOf(lines: readonly string[]): readonly MessageLines[] {
  return Array.from({ length: markCount }, (_, at) => {
    const startLine = 1 + Math.floor((at * (lines.length - 30)) / markCount);
    const { lineCount, digest } = digestOfLines(lines.slice(startLine - 1, startLine + (at % 30)).join('\n'));
    const message = { messageId: `m${at}`, roomId: 'r', accountId: 'a', threadId: `m${at}`, author: 'Ben' };
    return {
      message: { ...message, createdMs: at, words: '', replyCount: 0 },
      place: { kind: 'own', file },
      range: { startLine, endLine: startLine + lineCount - 1 },
      digest,
    };
  });
}

/** What 1,000 marks cost when a file is opened, and after a line is typed at its beginning. */
export async function runMarksCase({ options: { rounds } }: Bench): Promise<readonly Row[]> {
  return [1_000, 10_000].flatMap((lineCount) => {
    const lines = sourceOf(lineCount);
    const shared = sharedLinesOf(lines);
    return [
      rowOf(`opened, ${lineCount} lines, all in place`, rounds, () => place(lines.join('\n'), shared)),
      rowOf(`opened, ${lineCount} lines, all moved`, rounds, () => place(['// new', ...lines].join('\n'), shared)),
      rowOf(`a line typed, ${lineCount} lines`, rounds, () => follow(lines, shared)),
    ];
  });
}

function place(text: string, shared: readonly MessageLines[]): number {
  const found = new KnownLines(shared, []).of({ file, paths: ['src/tide.ts'] });
  return locate(text, found).filter(({ kind }) => kind !== 'gone').length;
}

function follow(lines: readonly string[], shared: readonly MessageLines[]): number {
  const marks = shared.map((each, key) => ({ key, lines: each, range: each.range }));
  const placed = placeMarks(['// new', ...lines].join('\n'), marks, lines.join('\n'));
  return placed.filter(({ range }) => range !== undefined).length;
}

function rowOf(what: string, rounds: number, work: () => number): Row {
  const timesMs = Array.from({ length: rounds }, () => {
    const startMs = performance.now();
    const count = work();
    if (count !== markCount) throw new Error(`${count} of ${markCount} marks: ${what}`);
    return performance.now() - startMs;
  });
  return { case: 'marks', what, figures: { ms: median(timesMs), 'first ms': timesMs[0], marks: markCount } };
}
