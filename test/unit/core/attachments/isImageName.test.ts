import assert from 'node:assert/strict';
import { isImageName } from '../../../../src/core/attachments/fileNames.ts';

describe('isImageName', () => {
  it('accepts image extensions in any case', () => {
    for (const name of ['a.png', 'a.JPG', 'b.c.jpeg', 'a.gif', 'a.webp']) assert.equal(isImageName(name), true, name);
  });

  it('rejects executable formats, and names that only contain an image type', () => {
    for (const name of ['a.ipynb', 'a.svg', 'a.html', 'a.png.ipynb', 'png', 'a.png ', 'a.pdf', 'a.md', 'a.mp4', '']) {
      assert.equal(isImageName(name), false, name);
    }
  });
});
