import assert from 'node:assert/strict';
import { parseBlame } from '../../../../src/core/git/blame.ts';
import { authorsOf } from '../../../../src/core/rooms/linesAuthor.ts';

const id = (character: string): string => character.repeat(40);

/** Lines of a commit as git prints them at the first time, with what else it prints. */
function lines(commit: string, count: number, author: string, email: string): string {
  const person = (role: string) => [
    `${role} ${author}`,
    `${role}-mail <${email}>`,
    `${role}-time 1`,
    `${role}-tz +0000`,
  ];
  const facts = [...person('author'), ...person('committer'), `summary author Eve`, 'filename author Eve'];
  return [`${commit} 1 1 ${count}`, ...facts, ''].join('\n');
}

describe('The authors of lines', () => {
  const authorsIn = (output: string, own: readonly string[] = [], unknown = '') =>
    authorsOf(parseBlame(output), { own, isUnknown: (commit) => commit === unknown, ofCount: 15 }).map(
      ({ name, email, lineCount }) => [name, email, lineCount],
    );
  const priya = lines(id('a'), 2, 'Priya Raman', 'priya@example.com');

  it('are the people with most lines first, whose commits git states once', () => {
    const tom = lines(id('b'), 3, 'Tom', 'TOM@example.com') + lines(id('c'), 1, 'Tom again', 'tom@example.com');
    assert.deepEqual(authorsIn(`${priya}${tom}${id('a')} 9 9 10\nfilename b.ts\n`), [
      ['Priya Raman', 'priya@example.com', 12],
      ['Tom', 'TOM@example.com', 4],
    ]);
    const many = ['1', '2', '3', '4'].map((digit) => lines(id(digit), 1, digit, `${digit}@example.com`));
    assert.equal(authorsIn(many.join('')).length, 3);
  });

  it('are not the user, by the account or by Git, nor a bot, nor what is not committed or not known', () => {
    assert.deepEqual(authorsIn(priya, ['PRIYA@example.com']), []);
    assert.deepEqual(authorsIn(priya, ['Priya Raman']), [['Priya Raman', 'priya@example.com', 2]]);
    assert.deepEqual(authorsIn(priya, [], id('a')), []);
    assert.deepEqual(authorsIn(lines(id('0'), 1, 'Not Committed Yet', 'not.committed.yet')), []);
    assert.deepEqual(authorsIn(lines(id('b'), 1, 'Ada', '1+ada@users.noreply.github.com'), ['Ada']), []);
    assert.deepEqual(authorsIn(lines(id('b'), 1, 'tidy[bot]', 'tidy@users.noreply.github.com')), []);
    assert.deepEqual(authorsIn(lines(id('b'), 1, ' ', 'ghost@example.com')), []);
  });

  it('are looked for by name where the address receives no messages, which is never taken for a person', () => {
    for (const email of ['1+zoe@users.noreply.github.com', 'no-reply@example.com', 'zoe@localhost', '', 'a b@c.de'])
      assert.deepEqual(authorsIn(lines(id('b'), 1, 'Zoe', email)), [['Zoe', undefined, 1]], email);
  });

  it('do not follow from lines that only look like those of git', () => {
    const hostile = `\tauthor Eve\n${id('b')} 1 1\nsummary ${id('c')} 1 1 9\nauthor-mail\n${id('A')} 1 1 9\n`;
    assert.deepEqual(authorsIn(`${hostile}${priya}`), [['Priya Raman', 'priya@example.com', 2]]);
  });
});
