import assert from 'node:assert/strict';
import type { AttachmentSource } from '../../../../src/features/attachments/attachmentSource.ts';
import type { AttachmentAddress } from '../../../../src/host/vscode/uris.ts';
import { useMessages } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { openAttachment } = await withVscode(() => import('../../../../src/features/attachments/attachmentActions.ts'));

describe('An attachment that is too large to open', () => {
  const messages = useMessages();

  for (const [answer, kept] of [
    ['Save to Workspace…', ['save']],
    ['Download', ['download']],
    [undefined, []],
  ] as const) {
    it(`answers ${answer ?? 'Escape'} with ${kept.join() || 'nothing'}`, async () => {
      const done: string[] = [];
      const source = { metadataOf: async () => ({ byteLength: 21 * 1024 * 1024 }) } as unknown as AttachmentSource;
      const ways = { save: async () => void done.push('save'), download: async () => void done.push('download') };
      const opened = openAttachment(source, { name: 'tide.zip' } as AttachmentAddress, ways);
      const notice = await messages().next();
      assert.equal(notice.text, 'tide.zip is too large to open (21 MB).');
      assert.deepEqual(notice.buttons, ['Save to Workspace…', 'Download']);
      notice.answer(answer);
      await opened;
      assert.deepEqual(done, kept);
    });
  }
});
