import assert from 'node:assert/strict';
import { projectText } from './projectFiles.ts';

type Words = Readonly<Record<string, string>>;

const { commands, menus } = JSON.parse(projectText('package.json')).contributes as {
  readonly commands: readonly { readonly command: string; readonly title: string }[];
  readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when: string }[] };
};
const isHidden = (id: string): boolean =>
  menus.commandPalette.some(({ command, when }) => command === id && when === 'false');

const isSeparator = (character = ''): boolean => /[\s()[\]{}<>`'"/;:,.?!-]/.test(character);

function nextWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isSeparator(text[at]) && !isSeparator(text[at - 1])) at += 1;
  return at;
}

/** Each letter follows the one before, or begins a later word: `matchesWords` of VS Code. */
function isAt(place: number, words: string, text: string): boolean {
  if (words === '') return true;
  const [first = ''] = words;
  if (place >= text.length || (text[place] !== first && !(isSeparator(text[place]) && isSeparator(first))))
    return false;
  const rest = words.slice(1);
  if (isAt(place + 1, rest, text)) return true;
  for (let next = nextWord(text, place + 1); next < text.length; next = nextWord(text, next + 1))
    if (isAt(next, rest, text)) return true;
  return false;
}

function isFound(words: string, label: string): boolean {
  const [typed, text] = [words.toLowerCase(), label.toLowerCase()];
  return text.includes(typed) || [...text].some((_, at) => nextWord(text, at) === at && isAt(at, typed, text));
}

describe('the Command Palette', () => {
  for (const language of ['', '.de', '.fr']) {
    const titles: Words = JSON.parse(projectText(`package.nls${language}.json`));
    it(`finds each command first by the words of its title, in package.nls${language}.json`, () => {
      const shown = commands.filter(({ command }) => !isHidden(command));
      const labels = shown.map(({ title }) => titles[title.replaceAll('%', '')] ?? assert.fail(title));
      const last = labels.flatMap((label) => {
        const typed = label.replace('…', '');
        // Those that match are in the order of the alphabet, unless the user has run one before.
        const found = [typed, typed.replace(' to Room', '')].map(
          (words) => labels.filter((each) => isFound(words, each)).sort((a, b) => a.localeCompare(b))[0],
        );
        return found.every((first) => first === label) ? [] : [[label, ...found]];
      });
      assert.deepEqual(last, []);
    });
  }

  it('lists what can be shared of code also where there is nothing of it', () => {
    const ids = [
      'Selection',
      'CurrentFile',
      'Problem',
      'Changes',
      'StagedChanges',
      'FileVersion',
      'Commit',
      'LastCommand',
    ];
    const conditions = menus.commandPalette.filter(({ command }) =>
      ids.includes(command.replace('roomside.share', '')),
    );
    // The words of a command that is not listed find another one, and Enter would run that.
    assert.deepEqual(conditions, []);
  });
});
