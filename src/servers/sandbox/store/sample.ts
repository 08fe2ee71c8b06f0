/** A small file for a first share, with a mistake that the answer to it repairs. */
export const sample = {
  name: 'total.ts',
  /** The room that it is for. */
  roomTitle: 'Code reviews',
  text: `export interface Item {
  readonly name: string;
  readonly cents: number;
  readonly count: number;
}

/** The total of an order in cents. */
export function total(items: readonly Item[]): number {
  let sum = 0;
  for (let index = 0; index <= items.length; index += 1) {
    sum += items[index].cents * items[index].count;
  }
  return sum;
}
`,
  /** The lines of the function, 1-based. */
  firstLine: 7,
  lastLine: 14,
};

const mistake = 'index <= items.length';
const repair = 'index < items.length';

/** What a demo person answers to a message, as Markdown: a suggestion for shared lines of the sample, else nothing. */
export function answerTo(markdown = ''): string | undefined {
  if (!markdown.includes(mistake) || !markdown.includes(sample.name)) return undefined;
  const [, first = sample.firstLine, last = sample.lastLine] = /\blines (\d+)–(\d+)\b/.exec(markdown) ?? [];
  // The demo person has the file, as people of a team do.
  const lines = sample.text.split('\n').slice(Number(first) - 1, Number(last));
  const rows = lines.flatMap((line) =>
    line.includes(mistake) ? [`-${line}`, `+${line.replace(mistake, repair)}`] : [` ${line}`],
  );
  const file = sample.name;
  const range = `${first},${lines.length}`;
  const patch = [`--- a/${file}`, `+++ b/${file}`, `@@ -${range} +${range} @@`, ...rows].join('\n');
  const words = 'The loop reads one item too many: `<=` has to be `<`.';
  return `${words}\n\n**sample** · changes · ${file}:${first}\n\n\`\`\`diff\n${patch}\n\`\`\``;
}
