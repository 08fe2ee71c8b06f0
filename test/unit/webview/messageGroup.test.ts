import assert from 'node:assert/strict';

describe('the groups of messages under one name', () => {
  // The page is compiled for browsers, apart from the tests.
  const page = new URL('../../../src/webview/reader/messageGroup.ts', import.meta.url).href;

  /** The messages that show their author, for one message every so many seconds. */
  async function shown(everySeconds: number, authors: readonly string[]): Promise<readonly number[]> {
    const { groupWith } = await import(page);
    let group: { readonly count: number } | undefined;
    return authors.flatMap((author, at) => {
      group = groupWith(group, { author, createdMs: at * everySeconds * 1000 });
      return group?.count === 1 ? [at] : [];
    });
  }

  it('have at most ten messages', async () => assert.deepEqual(await shown(1, Array(25).fill('Ada')), [0, 10, 20]));

  it('last at most five minutes', async () => assert.deepEqual(await shown(100, Array(7).fill('Ada')), [0, 3, 6]));

  it('have one author', async () => assert.deepEqual(await shown(1, ['Ada', 'Ada', 'Tom', 'Ada']), [0, 2, 3]));
});
