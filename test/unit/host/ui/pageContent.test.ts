import assert from 'node:assert/strict';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { marksIn } = await withVscode(() => import('../../../../src/host/ui/messagePage/pageContent.ts'));

const text = (markdown: string) => ({ name: 'a.ts', content: { kind: 'text', markdown } as const });

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
