import assert from 'node:assert/strict';
import { parseGitQuery, revisionOf } from '../../../../src/core/git/gitQuery.ts';

describe('parseGitQuery', () => {
  it('returns the path and the revision of a Git editor', () => {
    const query = JSON.stringify({ path: '/repo/a "b".ts', ref: 'HEAD' });
    assert.deepEqual(parseGitQuery(query), { path: '/repo/a "b".ts', ref: 'HEAD' });
  });

  it('is undefined for any other query', () => {
    const values = [
      null,
      1,
      [],
      {},
      { path: '/a' },
      { path: '', ref: '' },
      { path: 1, ref: '' },
      { path: '/a', ref: 1 },
    ];
    for (const query of [...values.map((value) => JSON.stringify(value)), '', 'ref=HEAD', '{'])
      assert.equal(parseGitQuery(query), undefined, query);
  });
});

describe('revisionOf', () => {
  const of = (ref: string, isStaged = false) => revisionOf({ path: '/a', ref }, isStaged);

  it('is the revision itself, and HEAD for ~ unless the file is staged', () => {
    for (const ref of ['HEAD', 'main', 'HEAD~2', 'v1^', 'stash@{0}']) assert.equal(of(ref, true), ref);
    assert.deepEqual([of('~'), of('~', true)], ['HEAD', undefined]);
  });

  it('is undefined for the index, for the sides of a merge, and for options', () => {
    for (const ref of ['', '~1', '~2', ':1:', ':/text', '--output=x', '-p']) assert.equal(of(ref), undefined, ref);
  });
});
