import assert from 'node:assert/strict';
import { escapeHtml } from '../../../../../src/core/base/text/displayText.ts';

describe('text in HTML', () => {
  it('opens no tag, closes no attribute, and keeps the text', () => {
    assert.equal(escapeHtml(`<a b='c' d="e">&amp;`), '&#60;a b=&#39;c&#39; d=&#34;e&#34;&#62;&#38;amp;');
    assert.equal(escapeHtml('plain ü 漢 \u{1f600}'), 'plain ü 漢 \u{1f600}');
  });
});
