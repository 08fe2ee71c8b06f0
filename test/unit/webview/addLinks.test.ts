import assert from 'node:assert/strict';

describe('addLinks of the page of a room', () => {
  // The page is compiled for browsers, apart from the tests.
  const page = new URL('../../../src/webview/reader/addLinks.ts', import.meta.url).href;
  afterEach(() => {
    for (const name of ['document', 'NodeFilter']) Reflect.deleteProperty(globalThis, name);
  });

  /** The parts of a text that become links. */
  async function linked(data: string): Promise<readonly string[]> {
    const found: string[] = [];
    const text = { data, parentElement: { closest: () => null }, replaceWith: () => undefined };
    const nodes = [text];
    const made = { setAttribute: () => undefined, append: (part: string) => void found.push(part) };
    const walker = { currentNode: text, nextNode: () => nodes.pop() };
    Object.assign(globalThis, {
      NodeFilter: { SHOW_TEXT: 4 },
      document: { createTreeWalker: () => walker, createElement: () => made },
    });
    (await import(page)).addLinks({ querySelectorAll: () => [] });
    return found;
  }

  for (const [data, links] of [
    ['“@scope/a-b.ts:7” at https://chat.example/a.ts:1?', ['https://chat.example/a.ts:1']],
    ['(http://a.example), and http://', ['http://a.example']],
    ['src/tide.ts:12', []],
  ] as const) {
    it(`links ${links.join(' and ') || 'nothing'} in ${data}`, async () => assert.deepEqual(await linked(data), links));
  }

  it('reads a long word or path once', async () => {
    const start = performance.now();
    for (const part of ['a', 'a.', 'a/', 'a./']) assert.deepEqual(await linked(part.repeat(20_000)), []);
    assert.ok(performance.now() - start < 1000);
  });
});
