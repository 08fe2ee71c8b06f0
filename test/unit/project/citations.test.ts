import assert from 'node:assert/strict';
import { citedIds, citingFiles, definedIds, namedIds } from './citations.ts';

const defined = definedIds();
const known = new Set(defined);

describe('the citations of the service API and of sign-in', () => {
  it('are found in the documents', () => {
    const unknown = ['A1', 'A25', 'N1', 'X1', 'S1', 'S61'].filter((id) => !known.has(id));
    assert.deepEqual(unknown, []);
    assert.equal(known.size, defined.length, 'an ID is defined twice');
  });

  it('all resolve', () => {
    const unresolved = citingFiles().flatMap(({ path, source }) =>
      citedIds(source)
        .filter((id) => !known.has(id))
        .map((id) => `${path}: [${id}]`),
    );
    assert.deepEqual(unresolved, []);
    const unknown = namedIds().filter((id) => !known.has(id));
    assert.deepEqual(unknown, []);
  });

  it('cite IDs and not titles of sections', () => {
    const byTitle = /interface\s(?:\*\s)?document|service-api\.md "|\("[A-Z][a-z]+(?: [a-z]+)*"[,)]/;
    const wrong = citingFiles().filter(({ path, source }) => /^(src|test)\//.test(path) && byTitle.test(source));
    const paths = wrong.map(({ path }) => path).filter((path) => path !== 'test/unit/project/citations.test.ts');
    assert.deepEqual(paths, []);
  });
});
