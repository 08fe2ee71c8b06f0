import assert from 'node:assert/strict';
import { bytesPart } from '../../../../src/core/api/requestBody.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { headOf, marksIn, pageMessages } = await withVscode(
  () => import('../../../../src/host/ui/messagePage/pageContent.ts'),
);

const text = (markdown: string) => ({ name: 'a.ts', content: { kind: 'text', markdown } as const });

const fileOf = (name: string, bytes: Uint8Array) => ({
  content: {
    kind: 'file',
    file: { name, byteLength: bytes.byteLength, open: async () => bytesPart(name, '', bytes) },
  } as const,
});

describe('A text file in the confirmation', () => {
  it('is its first forty lines, highlighted, and the others for later', async () => {
    const lines = Array.from({ length: 90 }, (_, at) => `const n${at} = ${at};`);
    const [message] = await pageMessages([fileOf('a.ts', Buffer.from(`${lines.join('\n')}\n`))]);
    const { html = '', rest = '', more, end } = message?.file?.text ?? {};
    assert.match(html, /<span class="hljs-keyword">const<\/span> n39 =/);
    assert.ok(!html.includes('n40'));
    assert.deepEqual([rest.split('\n').length, more, end], [50, '+ 50 more lines', '']);
    const [short] = await pageMessages([fileOf('a.ts', Buffer.from(lines.slice(0, 41).join('\n')))]);
    assert.equal(short?.file?.text?.more, '+ 1 more line');
  });

  it('is read up to 64 KiB, in its encoding, and not at all if it is binary', async () => {
    const long = fileOf('a.txt', Buffer.from('long line\n'.repeat(10_000)));
    const [message] = await pageMessages([long]);
    assert.equal(message?.file?.text?.end, 'Only the beginning is shown.');
    assert.equal((await headOf(long.content.file))?.length, 64 * 1024);
    const wide = fileOf('b.txt', Buffer.from('\ufeffgröße', 'utf16le'));
    assert.equal(await headOf(wide.content.file), 'größe');
    const [binary] = await pageMessages([fileOf('c.bin', Buffer.from([1, 0, 2]))]);
    assert.equal(binary?.file?.text, undefined);
  });
});

describe('What the page of the confirmation marks', () => {
  it('is what the room may show in another way, wherever people wrote it, and not in code', async () => {
    const file = { name: 'b.bin', mediaType: '', byteLength: 1, open: () => Promise.reject(new Error('is not read')) };
    const comment = '~~old~~';
    const { unsupported, warnings } = await marksIn([
      text('# Is this right?\n\n**src/a.ts**\n\n```ts\n# no heading\n```'),
      { content: { kind: 'file', file, text: comment } },
    ]);
    assert.deepEqual(unsupported, ['# Is this right?', comment]);
    assert.deepEqual(warnings, [
      'The room may not display a heading correctly',
      'The room may not display strikethrough correctly',
    ]);
  });

  it('is no fence of Roomside, and each invisible character', async () => {
    const { unsupported, hiddenCharacters } = await marksIn([text('````md\n```\na\u202eb\n```\n````')]);
    assert.deepEqual([unsupported, hiddenCharacters], [[], ['\u202e']]);
  });
});
