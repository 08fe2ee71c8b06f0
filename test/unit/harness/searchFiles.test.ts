import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { searchFiles } from '../../support/harness/searchFiles.ts';
import { createTemporaryFolder } from '../../support/harness/temporaryFolder.ts';

describe('searchFiles', () => {
  it('finds a secret in a log or a stored value: plain, URL-encoded, in base64, in hex, and in UTF-16', async () => {
    const folder = createTemporaryFolder();
    try {
      // Tokens of all lengths, because base64 depends on the position.
      for (const byteLength of [15, 16, 17, 32]) {
        const secret = randomBytes(byteLength).toString('base64url');
        const line = `[info] GET /x?token=${secret}&y`;
        const forms = {
          plain: line,
          url: encodeURIComponent(line),
          base64: Buffer.from(line).toString('base64'),
          quoted: JSON.stringify(Buffer.from(`{"a":"${secret}"}`).toString('base64')),
          hex: Buffer.from(line).toString('hex'),
          utf16: Buffer.from(line, 'utf16le'),
        };
        await writeFile(path.join(folder.path, 'clean'), line.replace(secret, randomBytes(byteLength).toString('hex')));
        for (const [name, bytes] of Object.entries(forms)) await writeFile(path.join(folder.path, name), bytes);
        const { files, holding } = await searchFiles(folder.path, [secret]);
        assert.deepEqual([...files].sort(), ['clean', ...Object.keys(forms)].sort());
        assert.deepEqual([...holding].sort(), Object.keys(forms).sort());
      }
    } finally {
      await folder.remove();
    }
  });
});
