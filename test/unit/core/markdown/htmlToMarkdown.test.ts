import assert from 'node:assert/strict';
import { htmlToMarkdown } from '../../../../src/core/markdown/htmlToMarkdown.ts';
import { assertLinear } from '../../../support/linearTime.ts';

describe('The Markdown of a message in HTML', () => {
  const rows: readonly (readonly [html: string, markdown: string])[] = [
    ['<p>a</p><p>b<br>c</p>', 'a\n\nb  \nc'],
    ['<pre><code class="language-ts">if (a &lt; b)\n  `c`;\n</code></pre>', '```ts\nif (a < b)\n  `c`;\n```'],
    ['<pre>```\nx</pre>', '````\n```\nx\n````'],
    ['<b>bold</b> and <em>it</em> and <code>x*y</code>', '**bold** and *it* and `x*y`'],
    ['<a href="https://a.example/b">label</a>', '[label](<https://a.example/b>)'],
    ['<a href="javascript:alert(1)">label</a>', 'label'],
    ['<ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>', '- a\n- b\n\n1. c'],
    ['<blockquote>a<br>b</blockquote>', '> a  \n> b'],
    ['a *b* [c](d) &lt;@all&gt;', 'a \\*b\\* \\[c\\](d) \\<\\@all>'],
    ['<script>x</script><img src=x onerror=y><custom>kept</custom>', 'kept'],
  ];
  for (const [html, markdown] of rows)
    it(`is ${JSON.stringify(markdown)}`, () => assert.equal(htmlToMarkdown(html), markdown));

  it('takes linear time, and none for a long message', () => {
    assertLinear((length) => htmlToMarkdown('<b><p>'.repeat(length)), 1_000);
    assert.equal(htmlToMarkdown('<'.repeat(70_000)), undefined);
  });
});
