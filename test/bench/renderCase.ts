import { nextTurn } from '../../src/core/base/scheduling/nextTurn.ts';
import { createMessageRenderer, HighlightTime } from '../../src/core/messages/renderMessage.ts';
import type { Bench } from './benchCase.ts';
import type { Row } from './row.ts';

const messageCount = 50;
const maxLength = 7_400;

const fill = (part: string): string => part.repeat(maxLength / part.length);
const block = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;
const typescript = 'export const heightAt = (time: number): number => amplitude * Math.cos(speed * time); // m\n';
/** What a message has to be, to take long. */
const messages: Readonly<Record<string, string>> = {
  typescript: block('ts', fill(typescript)),
  'one line of java and $': block('java', fill('$')),
  'lines of csharp and names': block('csharp', fill(`${'new '.repeat(70)}\n`)),
  'lines of ini and dots': block('ini', fill(`${'.a'.repeat(140)}\n`)),
  'lines of javascript and signs': block('javascript', fill(`${'=>('.repeat(90)}\n`)),
  'many blocks': fill(block('java', '$$;').concat('\n')),
  brackets: fill('['),
  links: fill('[a](http://a '),
  emphasis: fill('*a _b '),
  quotes: fill('>'),
  mentions: fill('<@personId:'),
  backticks: fill('`a``'),
};

/** What the extension host does for the messages of a room that is opened. A freeze is the work between two turns. */
export async function runRenderCase({ options: { rounds } }: Bench): Promise<readonly Row[]> {
  const render = await createMessageRenderer();
  // The highlighter is loaded with the first block.
  await render({ id: '', roomId: 'r', markdown: block('ts', typescript) }, new HighlightTime());
  const rows: Row[] = [];
  for (const [what, markdown] of Object.entries(messages)) {
    const freezes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const time = new HighlightTime();
      for (let at = 0; at < messageCount; at += 1) {
        const before = process.cpuUsage();
        const { html } = await render({ id: `m${at}`, roomId: 'r', markdown }, time);
        if (html.length < 100) throw new Error(`not rendered: ${what}`);
        freezes.push(process.cpuUsage(before).user / 1000);
        await nextTurn();
      }
    }
    const totalMs = freezes.reduce((sum, ms) => sum + ms, 0) / rounds;
    rows.push({ case: 'render', what, figures: { 'longest freeze ms': Math.max(...freezes), 'ms of 50': totalMs } });
  }
  return rows;
}
