import assert from 'node:assert/strict';
import { previewPage } from '../../../../src/core/drafts/previewPage.ts';
import { renderMarkdown } from '../../../../src/core/markdown/renderMarkdown.ts';

const words = {
  language: 'de',
  title: 'An: Design',
  facts: ['Alle lesen es', '12 Bytes'],
  label: 'Die Nachricht',
  empty: 'Noch nichts',
  nonce: 'bm9uY2U=',
};

describe('previewPage', () => {
  it('allows only its own style sheet', () => {
    const page = previewPage({ ...words, body: '<p>hello</p>' });
    assert.ok(page.includes(`content="default-src 'none'; style-src 'nonce-bm9uY2U='"`));
    assert.doesNotMatch(page, /<script|\son\w+=|\sstyle=|javascript:/i);
    assert.match(page, /<html lang="de">/);
    assert.match(page, /<main aria-label="Die Nachricht"><p>hello<\/p><\/main>/);
  });

  it('escapes names', () => {
    const hostile = `"><script>alert('1')</script>&amp;`;
    const page = previewPage({ ...words, title: hostile, facts: [hostile], label: hostile, empty: hostile, body: '' });
    assert.doesNotMatch(page, /<script/);
    assert.equal(page.split('&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;&#38;amp;').length, 6);
  });

  it('contains no element of the message', async () => {
    const body = await renderMarkdown('<img src=x onerror=alert(1)> [a](javascript:alert) ![b](https://x.test/b.png)');
    const page = previewPage({ ...words, body });
    assert.doesNotMatch(page, /<img|href="javascript/);
  });
});
