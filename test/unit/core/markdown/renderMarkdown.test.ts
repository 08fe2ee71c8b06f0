import assert from 'node:assert/strict';
import { createMarkdownRenderer } from '../../../../src/core/markdown/renderMarkdown.ts';
import { recordedCases } from '../../../support/recordedCases.ts';

/** Code is rendered by the caller: see `renderMessage.test.ts`. */
const renderMarkdown = async (markdown: string): Promise<string> =>
  (await createMarkdownRenderer())(markdown, (code, language) => `(${language} ${code})\n`);

describe('renderMarkdown', () => {
  for (const [what, markdown, html] of recordedCases('test/unit/core/markdown/rendered.txt')) {
    it(`renders ${what}`, async () => assert.equal(await renderMarkdown(markdown), `${html}\n`));
  }

  for (const [what, markdown, html] of recordedCases('test/unit/core/markdown/shownAsText.txt')) {
    it(`shows ${what} as text`, async () => assert.equal(await renderMarkdown(markdown), `${html}\n`));
  }

  it('keeps quotes and references in a URL inside their attribute', async () => {
    assert.equal(
      await renderMarkdown('[a](<https://b.example/"onclick=x?a&quot=b>)'),
      '<p><a href="https://b.example/%22onclick=x?a&amp;quot=b" rel="noopener noreferrer">a</a></p>\n',
    );
  });
});
