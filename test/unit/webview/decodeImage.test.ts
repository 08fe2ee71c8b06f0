import assert from 'node:assert/strict';

/** An `img` of the page. `size` is what the browser finds in the bytes. */
class FakeImage extends EventTarget {
  decodeCount = 0;
  readonly naturalWidth: number;
  readonly naturalHeight: number;

  constructor([width, height]: readonly [number, number]) {
    super();
    this.naturalWidth = width;
    this.naturalHeight = height;
  }

  set src(_address: string) {
    setImmediate(() => this.dispatchEvent(new Event(this.naturalWidth === 0 ? 'error' : 'load')));
  }

  readonly setAttribute = (): undefined => undefined;
  readonly append = (): undefined => undefined;

  async decode(): Promise<void> {
    this.decodeCount += 1;
  }
}

describe('decodeImage of the pages', () => {
  // The page is compiled for browsers, apart from the tests.
  const page = new URL('../../../src/webview/decodeImage.ts', import.meta.url).href;
  const given = { mediaType: 'image/png', name: 'a.png', bytes: new Uint8Array(1), maxPixels: 50 };
  afterEach(() => Reflect.deleteProperty(globalThis, 'document'));

  async function decoded(...size: readonly [number, number]): Promise<[image: unknown, fake: FakeImage]> {
    const fake = new FakeImage(size);
    Object.assign(globalThis, { document: { createElement: () => fake } });
    return [await (await import(page)).decodeImage(given), fake];
  }

  it('returns an image of at most the allowed pixels, decoded', async () => {
    const [image, fake] = await decoded(5, 10);
    assert.deepEqual([image === fake, fake.decodeCount], [true, 1]);
  });

  it('never decodes an image that is larger than its header said', async () => {
    const [image, fake] = await decoded(6, 10);
    assert.deepEqual([image, fake.decodeCount], [undefined, 0]);
  });

  it('returns none for bytes that are no image', async () => assert.equal((await decoded(0, 0))[0], undefined));
});
