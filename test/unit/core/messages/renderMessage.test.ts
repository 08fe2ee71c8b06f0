import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  createMessageRenderer,
  HighlightTime,
  type RenderMessage,
} from '../../../../src/core/messages/renderMessage.ts';
import { hostileText, manyCases } from '../markdown/hostileText.ts';

const allowedTag = new RegExp(
  '<(?:/?(?:p|strong|em|ul|li|blockquote|code|pre|div|span)|br|ol|/ol|ol start="\\d+"|/a|p class="plain"' +
    '|span class="lineNumbers" aria-hidden="true"|code class="language-[^"<>]*"|pre tabindex="0"|div class="block" data-block="\\d+"|span class="(?:hljs|language)-[\\w -]+"' +
    '|a href="(?:https?://|mailto:)[^"<>]*" rel="noopener noreferrer"' +
    '|span class="mention" data-(?:mention="all"|person-(?:email|id)="[^"<>]*"))>',
  'g',
);

describe('createMessageRenderer', () => {
  let renderMessage: RenderMessage;
  before(async () => {
    renderMessage = await createMessageRenderer();
  });
  const render = (fields: object) => renderMessage({ id: 'm', roomId: 'r', ...fields }, new HighlightTime());

  it('numbers blocks and highlights those with a language', async () => {
    const { html, blocks } = await render({ markdown: 'a\n\n```ts\nconst a = "<b>";\n```\n\n```\nplain <b>\n```' });
    assert.match(
      html,
      /<div class="block" data-block="0"><pre tabindex="0"><code><span class="hljs-keyword">const<\/span>/,
    );
    assert.match(html, /<div class="block" data-block="1"><pre tabindex="0"><code>plain &#60;b&#62;\n<\/code>/);
    assert.deepEqual(
      blocks.map(({ code }) => code),
      ['const a = "<b>";', 'plain <b>'],
    );
  });

  it('says where code is from in the frame of a block, with the numbers of its lines, instead of in the text', async () => {
    const header = (lines: string) => `**a.ts** · ${lines} · TypeScript · commit 0123456789`;
    const code = '```ts\nlet a;\nlet b;\n```';
    const ranges = `See **a.ts** · line 4\n\n${header('lines 9–10, 20')}\n\nlines 9–10\n\n${code}\n\n⋯ 9 lines not shown\n\n[line 20](<https://a.test/>)\n\n${code}`;
    const frame = () => ({ attributes: '', before: '<hr>' });
    const framed = await renderMessage({ id: 'm', roomId: 'r', markdown: ranges }, new HighlightTime(), frame);
    const texts = framed.html
      .replace(/<span class="lineNumbers"[^>]*>([\d\n]+)<\/span>/g, '[$1]')
      .replace(/<(?!hr)[^>]*>/g, '');
    assert.deepEqual(texts.split(/\n+/), [
      ...[
        'See a.ts · line 4',
        '<hr>[9',
        '10]let a;',
        'let b;',
        '⋯ 9 lines not shown',
        '<hr>[20',
        '21]let a;',
        'let b;',
        '',
      ],
    ]);
    const { html } = await render({ markdown: `${header('line 3')}\n\n${code}` });
    assert.match(html, /<strong>a\.ts<\/strong> · line 3/, 'without a frame, the text says so');
  });

  it('leaves blocks plain after 100 ms of highlighting for the messages of a page', async () => {
    let nowMs = 0;
    const renderSlowly = await createMessageRenderer({ now: () => (nowMs += 60) });
    const time = new HighlightTime();
    const shown: boolean[] = [];
    for (const id of ['a', 'b', 'c']) {
      const { html } = await renderSlowly({ id, roomId: 'r', markdown: '```ts\nconst a = 1;\n```' }, time);
      shown.push(html.includes('hljs-keyword'));
    }
    assert.deepEqual(shown, [true, true, false]);
  });

  it('renders only its own tags and attributes, for any text and language', async () => {
    const tags = fc.constantFrom('ts', 'html', 'diff', 'markdown', 'json', '"><script>', 'constructor', '__proto__');
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, tags, async (text, code, tag) => {
        for (const fields of [{ markdown: `${text}\n\n\`\`\`${tag}\n${code}\n\`\`\`` }, { text }]) {
          const { html } = await render(fields);
          assert.doesNotMatch(html.replace(allowedTag, ''), /[<>]/);
        }
      }),
      manyCases,
    );
  });
});
