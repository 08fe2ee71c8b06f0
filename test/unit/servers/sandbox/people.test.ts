import assert from 'node:assert/strict';
import { useSandbox } from './openTestSandbox.ts';

interface Person {
  id: string;
  displayName: string;
  emails: string[];
}

describe('people in the sandbox', () => {
  const test = useSandbox();

  const find = async (displayName: string) => {
    const path = `/v1/people?displayName=${encodeURIComponent(displayName)}`;
    return (await test.list<Person>(path)).map((person) => person.emails[0]);
  };

  it('finds similar names together, so that the caller has to choose', async () => {
    assert.deepEqual((await find('jonas weber')).sort(), ['jonas.weber2@example.com', 'jonas.weber@example.com']);
    assert.deepEqual((await find('Jonás')).sort(), ['jonas.weber2@example.com', 'jonas.weber@example.com']);
    assert.equal((await find('Alex Kim')).length, 2);
  });
});
