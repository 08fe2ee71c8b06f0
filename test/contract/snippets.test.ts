import assert from 'node:assert/strict';
import fc from 'fast-check';
import { defaultMaxMessageBytes, utf8ByteLength } from '../../src/core/attachments/limits.ts';
import { checkMarkdown } from '../../src/core/markdown/checkMarkdown.ts';
import { sharedBlocksOf } from '../../src/core/messages/sharedBlocks.ts';
import { dedent } from '../../src/core/snippet/snippet.ts';
import { parseSnippetHeader } from '../../src/core/snippet/snippetHeader.ts';
import { renderSnippetMessage } from '../../src/core/snippet/snippetMessage.ts';
import { hostileText } from '../unit/core/markdown/hostileText.ts';
import { openSession, type Session, someRoomId, storedMessage } from './session.ts';

const textsOfOne = 10;
const messageCount = 200;
const visible = hostileText.filter((text) => text.trim() !== '');

describe(`Snippets, ${messageCount * textsOfOne} texts through the service`, () => {
  let session: Session;
  beforeEach(async () => {
    session = await openSession();
  });
  afterEach(() => session.close());

  it('reads every text back with the counted number of bytes, within the subset', async () => {
    const roomId = await someRoomId(session);
    const texts = fc.array(visible, { minLength: textsOfOne, maxLength: textsOfOne });
    await fc.assert(
      fc.asyncProperty(hostileText, texts, async (path, parts) => {
        const ranges = parts.map((text, index) => ({ startLine: index * 100 + 1, endLine: index * 100 + 50, text }));
        const snippet = { path, languageId: 'typescript', ranges, isUnsaved: false, isUntitled: false };
        const rendered = renderSnippetMessage(snippet);
        fc.pre(utf8ByteLength(rendered.markdown) <= defaultMaxMessageBytes);
        const { id } = await session.client.createMessage({ roomId, markdown: rendered.markdown });
        const stored = await storedMessage(session, roomId, id);
        assert.ok(stored);
        // A lone surrogate has no UTF-8 form: it is sent and counted as the replacement character.
        assert.equal(stored.markdown, rendered.markdown.toWellFormed());
        assert.equal(Buffer.byteLength(stored.markdown ?? ''), utf8ByteLength(rendered.markdown));
        // The last LF belongs to the closing fence, and readers treat a CR before it as a part of it.
        const expected = parts.map((text) => dedent(text).toWellFormed().replace(/\n$/, '').replace(/\r$/, ''));
        assert.deepEqual(
          sharedBlocksOf(stored).map(({ code }) => code),
          expected,
        );
        assert.equal(parseSnippetHeader(stored.markdown?.split('\n')[0] ?? '')?.ranges.length, textsOfOne);
        const findings = await checkMarkdown(stored.markdown ?? '');
        assert.deepEqual(
          findings.filter(({ construct }) => construct !== 'long-fence'),
          [],
        );
        assert.equal(findings.length > 0, rendered.needsLongFence);
      }),
      { numRuns: messageCount },
    );
  }).timeout(120_000);
});
