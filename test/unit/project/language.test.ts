import assert from 'node:assert/strict';
import { dialectIn } from './dialect.ts';
import { projectFiles, projectText } from './projectFiles.ts';
import { type SourceText, textsOf } from './sourceTexts.ts';
import { tokensAndComments } from './sourceTokens.ts';

/** Files that may contain dialect, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'test/unit/project/dialect.ts': 'It lists the words.',
  'test/unit/project/language.test.ts': 'Its examples contain the words.',
};

const files = [...projectFiles('src/**/*.ts'), ...projectFiles('test/**/*.{ts,mjs}')].filter(
  (path) => !path.startsWith('test/support/workspace/'),
);

const plain = (text: string): Pick<SourceText, 'text'> => ({ text });

describe('the texts of a source', () => {
  it('are its comments and phrases, with their lines', () => {
    const source = [
      '/** One\n * two. */',
      '// Three',
      '// four.',
      "const a = 'five six'; // seven",
      `const b = 'word' + \`eight \${a} nine ten \${\`in ner\`}\` + "it\\'s so";`,
    ].join('\n');
    assert.deepEqual(
      textsOf(source).map(({ kind, line, text }) => `${line} ${kind} ${text}`),
      [
        ...['1 comment One two.', '3 comment Three four.', '5 string five six', '5 comment seven'],
        ...['6 string  nine ten ', '6 string in ner', "6 string it's so"],
      ],
    );
  });

  it('are neither in regular expressions nor made up of quotes and slashes in them', () => {
    const source = "const c = /who's \\/\\/ there/.test(a) ? b / 2 : [/['`]/, 'a b'];\nreturn /[/']/;";
    assert.deepEqual(
      textsOf(source).map(({ text }) => text),
      ['a b'],
    );
  });

  it('are read to the end of every file', () => {
    const incomplete = files.flatMap((path) =>
      tokensAndComments(projectText(path))
        .filter(({ isComplete }) => !isComplete)
        .map(() => path),
    );
    assert.ok(files.length > 500);
    assert.deepEqual(incomplete, []);
  });
});

describe('the language of comments and strings', () => {
  it('distinguishes dialect from plain English', () => {
    const counts = ['Nobody is told.', 'Who reads this waits.', 'It stands first.', 'He asks no more'].map(
      (text) => dialectIn(plain(text)).length,
    );
    assert.deepEqual(counts, [2, 1, 1, 1]);
    const fine = ['Who can read this?', 'people who wait', 'no more than two', 'UTC stands for a time', 'whole'];
    assert.deepEqual(
      fine.flatMap((text) => dialectIn(plain(text))),
      [],
    );
  });

  it('is plain English', () => {
    const found = files
      .filter((path) => exceptions[path] === undefined)
      .flatMap((path) =>
        textsOf(projectText(path)).flatMap((text) =>
          dialectIn(text).map((word) => `${path}:${text.line} ${word} in “${text.text.trim()}”`),
        ),
      );
    assert.deepEqual(found, []);
  });
});
