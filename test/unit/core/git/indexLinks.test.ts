import assert from 'node:assert/strict';
import { isAtLink } from '../../../../src/core/git/patchReport.ts';

describe('isAtLink', () => {
  it('matches a link, paths below it, and other cases of its name', () => {
    for (const path of ['sub', 'sub/x/y', 'SUB/x']) assert.equal(isAtLink(path, ['link', 'sub']), true, path);
    for (const path of ['subx', 'a/sub', 'su']) assert.equal(isAtLink(path, ['link', 'sub']), false, path);
  });
});
