import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, unlessMissing } from '../../../../../src/core/base/storage/systemError.ts';

describe('a system error', () => {
  it('is named by its code, and otherwise by its text', () => {
    assert.equal(codeOf(Object.assign(new Error('x'), { code: 'EACCES' })), 'EACCES');
    assert.equal(codeOf(new RangeError('x')), 'RangeError: x');
    assert.equal(codeOf('text'), 'text');
  });

  it('is ignored for ENOENT only', async () => {
    const gone = join(import.meta.dirname, 'no-such-file');
    assert.equal(await unlessMissing(readFile(gone)), undefined);
    assert.equal(await unlessMissing(Promise.resolve(7)), 7);
    const refused = Object.assign(new Error('x'), { code: 'ENOTDIR' });
    await assert.rejects(unlessMissing(Promise.reject(refused)), refused);
    await assert.rejects(unlessMissing(readFile(import.meta.dirname)), { code: 'EISDIR' });
  });
});
