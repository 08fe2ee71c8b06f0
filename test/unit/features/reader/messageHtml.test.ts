import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Message } from '../../../../src/core/api/resources.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { hostileText, manyCases } from '../../core/markdown/hostileText.ts';

const { blockFrame, messageHtml } = await withVscode(() => import('../../../../src/features/reader/messageHtml.ts'));

describe('The article of a message', () => {
  const articleOf = (text: string): string => {
    const message: Message = {
      ...{ id: text, roomId: 'r', personId: text, personEmail: text, created: '2026-11-20T10:05:00.000Z' },
      ...{ updated: text, files: [text], errors: { text: { code: text, reason: text } } },
    };
    const origin = { path: text, isUntitled: false, startLine: 1, endLine: 2 } as const;
    const block = { language: text, code: text, origin };
    const facts = { author: `a ${text}`, isOwn: true, isReply: true, day: '', before: [], after: [], parent: text };
    return (
      messageHtml(message, { html: '', blocks: [block], places: [] }, facts).text + blockFrame(text, block, 0).before
    );
  };
  /** The tags, with the names of their attributes. */
  const tagsOf = (html: string): readonly string[] =>
    (html.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/="[^"]*"/g, ''));

  it('is marked as edited only if it was updated after it was created', () => {
    const created = '2026-11-20T10:05:00.000Z';
    const facts = { author: 'a', isOwn: true, isReply: false, day: '', before: [], after: [], parent: '' };
    const isEdited = (times: Partial<Message>): boolean =>
      messageHtml({ id: 'm', roomId: 'r', ...times }, { html: '', blocks: [], places: [] }, facts).text.includes(
        '>edited<',
      );
    assert.equal(isEdited({ created, updated: created }), false);
    assert.equal(isEdited({ created, updated: '2026-11-20T10:06:00.000Z' }), true);
  });

  it('is named by its words, or else by where its code is from, without the marks of Markdown', () => {
    const facts = { author: 'a', isOwn: true, isReply: false, day: '', before: [], after: [], parent: '' };
    const markdown = '**src/a.ts** · lines 2–3 · TypeScript\n\n```ts\nlet a;\n```';
    const { text } = messageHtml({ id: 'm', roomId: 'r', markdown }, { html: '', blocks: [], places: [] }, facts);
    assert.match(text, /aria-label="a, src\/a\.ts:2 let a;"/);
  });

  it('has the same tags and attributes, whatever people have written', () => {
    const expected = tagsOf(articleOf('x'));
    fc.assert(
      fc.property(hostileText, (text) => {
        const html = articleOf(`x${text}`);
        assert.deepEqual(tagsOf(html), expected);
        assert.doesNotMatch(html.replace(/<[^>]*>/g, ''), /[<>"]/);
      }),
      manyCases,
    );
  });
});
