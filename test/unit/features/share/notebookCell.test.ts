import assert from 'node:assert/strict';
import { NotebookCellOutput, NotebookCellOutputItem } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { readOutputs } = await withVscode(() => import('../../../../src/features/share/sources/notebookCell.ts'));

const signatures = { png: '\x89PNG\r\n\x1a\n', jpg: '\xff\xd8\xff', gif: 'GIF89a', bmp: 'BM' };
const image = (kind: keyof typeof signatures, more = ''): Buffer => Buffer.from(`${signatures[kind]}${more}`, 'latin1');
const output = (...items: readonly (readonly [mime: string, data: string | Uint8Array])[]) =>
  new NotebookCellOutput(items.map(([mime, data]) => new NotebookCellOutputItem(Buffer.from(data), mime)));

type Output = InstanceType<typeof NotebookCellOutput>;

describe('The output of a cell', () => {
  const read = async (...outputs: readonly Output[]) => {
    const { images, ...others } = await readOutputs(outputs, 'tides.cell3');
    return { ...others, images: images.map(({ name }) => name) };
  };

  it('has images of the documented types, with the type that their bytes have', async () => {
    const outputs = [
      output(['image/png', image('png')], ['text/plain', '<Figure size 640x480 with 1 Axes>']),
      output(['image/png', image('jpg')]),
      output(['text/html', '<table>'], ['image/gif', image('gif')]),
      output(['image/bmp', image('bmp')]),
    ];
    const names = ['output1.png', 'output2.jpg', 'output3.gif', 'output4.bmp'].map((name) => `tides.cell3-${name}`);
    assert.deepEqual(await read(...outputs), { texts: [], images: names, warnings: [] });
  });

  it('leaves out what is not such an image, and says how much', async () => {
    const page = '<!doctype html><script>alert(1)</script>';
    const svg = output(['image/svg+xml', '<svg/>']);
    const left = { texts: [], images: [] };
    const one = "1 output has a format that rooms can't show and won't be sent.";
    assert.deepEqual(await read(output(['image/png', page])), { ...left, warnings: [one] });
    const three = "3 outputs have a format that rooms can't show and won't be sent.";
    const expected = { ...left, warnings: [three] };
    assert.deepEqual(await read(svg, output(['image/webp', 'RIFF']), output(['image/png', ''])), expected);
    assert.deepEqual(await read(output(['application/octet-stream', image('png')])), { ...left, warnings: [one] });
    const withText = output(['image/svg+xml', '<svg/>'], ['text/plain', 'a curve']);
    assert.deepEqual(await read(withText), { images: [], texts: ['a curve'], warnings: [] });
  });

  it('leaves out an image above the limit, by name and size', async () => {
    const large = Buffer.concat([image('png'), Buffer.alloc(100 * 1024 * 1024)]);
    const item = { mime: 'image/png', data: large } as InstanceType<typeof NotebookCellOutputItem>;
    const { images, warnings } = await read(new NotebookCellOutput([item]), output(['image/gif', image('gif')]));
    assert.deepEqual(images, ['tides.cell3-output2.gif']);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /tides\.cell3-output1\.png is too large \(100 MB\)\. .* up to 100 MB\./);
  });

  it('has what was written to both streams, in order, before the error', async () => {
    const stream = (name: string, text: string) => [`application/vnd.code.notebook.${name}`, text] as const;
    const mixed = output(stream('stdout', 'a\n'), stream('stderr', 'warning\n'), stream('stdout', 'b'));
    assert.deepEqual((await read(mixed, output(stream('error', '{"name":"E"}')))).texts, ['a\nwarning\nb', 'E']);
  });

  it('keeps the text of an error that is not in the form of a kernel', async () => {
    const mime = 'application/vnd.code.notebook.error';
    assert.deepEqual((await read(output([mime, '{"name":"E","message":"x"}']))).texts, ['E: x']);
    assert.deepEqual((await read(output([mime, '{"name":"E","message":{"a":1}}']))).texts, ['E']);
    for (const text of ['no JSON', 'null', '"late"', '[1]', '{}', '{"code":7}']) {
      assert.deepEqual(await read(output([mime, text])), { images: [], texts: [text], warnings: [] });
    }
    assert.deepEqual((await read(output([mime, '']))).texts, []);
  });
});
