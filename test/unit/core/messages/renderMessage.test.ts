import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  createMessageRenderer,
  HighlightTime,
  type RenderMessage,
} from '../../../../src/core/messages/renderMessage.ts';
import { hostileText, manyCases } from '../markdown/hostileText.ts';

const allowedTag = new RegExp(
  '<(?:/?(?:p|strong|em|ul|li|blockquote|code|pre|div|span|summary)|br|details open|/details|div class="(?:fileBar|patchHead)"|span class="(?:fileName|fileDetail|plus|minus|row (?:added|removed|hunk)?)"|ol|/ol|ol start="\\d+"|/a|p class="plain"' +
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
    const frame = () => ({ attributes: '', before: '<hr>', actions: '' });
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

  it('shows a patch as its files, with bars over the folded headers and the marks of the change', async () => {
    const file = (name: string, lines: string, count = '') =>
      `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1${count} +1${count} @@\n${lines}`;
    const patch = `${file('src/<a>.ts', ' const a = "<b>";\n--- a\n+++ a\n', ',2')}${file('b.py', '-/* \n+ x\n@@ -9 +9 @@\n-y\n+z\n')}-- \n2.39`;
    const markdown = `\`\`\`diff\n${patch}\n\`\`\``;
    const frame = () => ({ attributes: '', before: '', actions: '<hr>' });
    const { html } = await renderMessage({ id: 'm', roomId: 'r', markdown }, new HighlightTime(), frame);
    assert.deepEqual(
      [...html.matchAll(/<summary>(.*?)<\/summary>/g)].map(([, bar = '']) => bar.replace(/<[^>]*>/g, '')),
      ['src/&#60;a&#62;.ts +1 −1 TypeScript', 'b.py +2 −2 Python'],
    );
    const rows = html.split('<span class="row ').slice(1);
    assert.deepEqual(
      rows.map(
        (row) =>
          `${/^\w*/.exec(row)} ${row
            .replace(/^[^>]*>|<[^>]*>/g, '')
            .split('\n')[0]
            ?.trim()}`,
      ),
      [
        ...[' const a = &quot;&lt;b&gt;&quot;;', 'removed --- a', 'added +++ a', 'removed -/*', 'added + x'],
        ...['hunk @@ -9 +9 @@', 'removed -y', 'added +z', ' --', ' 2.39'],
      ],
    );
    assert.match(html, /hljs-keyword">const</);
    assert.equal(html.match(/<hr>/g)?.length, 1, 'the actions are in the first bar');
    const all = html
      .replace(/<summary>.*?<\/summary>|<span class="lineNumbers".*?<\/span>/gs, '')
      .replace(/<[^>]*>/g, '')
      .replace(
        /&(?:#\d+|quot|lt|gt);/g,
        (entity) => ({ '&#60;': '<', '&#62;': '>', '&lt;': '<', '&gt;': '>' })[entity] ?? '"',
      );
    assert.equal(all.trim(), patch, 'nothing is left out');
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
