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

const answer = `The loop reads one item too many: \`<=\` has to be \`<\`. This patch repairs it:

\`\`\`diff
--- a/total.ts
+++ b/total.ts
@@ -7,7 +7,7 @@
 /** The total of an order in cents. */
 export function total(items: readonly Item[]): number {
   let sum = 0;
-  for (let index = 0; index <= items.length; index += 1) {
+  for (let index = 0; index < items.length; index += 1) {
     sum += items[index].cents * items[index].count;
   }
   return sum;
\`\`\``;

/** What a demo person answers to a message, as Markdown; only the sample has an answer. */
export function answerTo(markdown: string | undefined): string | undefined {
  return markdown?.includes(mistake) && markdown.includes(sample.name) ? answer : undefined;
}
