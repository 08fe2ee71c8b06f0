import assert from 'node:assert/strict';
import { projectFiles, projectText } from './projectFiles.ts';
import { childOf, childrenOf, parseTypeScript, type SyntaxNode } from './syntax.ts';

/** A text into which the source puts where a share or a message goes: a room, or the person of a direct room. */
interface Placed {
  /** As in the bundles, with the note for translators. */
  readonly key: string;
  readonly placeholder: string;
}

const targetCall = /\b(?:targetText|shareNames|namesInSentence)\(/;
const targetTitle = /^(?:displayTitle\((?:\w+\.)*(?:target|room)\.title\)|page\.title)$/;

function callsOf(node: SyntaxNode): readonly (readonly SyntaxNode[])[] {
  const callee = childOf(node, 'callee');
  const isText = callee && childOf(callee, 'object')?.name === 'l10n' && childOf(callee, 'property')?.name === 't';
  return [...(isText ? [childrenOf(node).slice(1)] : []), ...childrenOf(node).flatMap(callsOf)];
}

/** The text of a call, its values and its note. */
function partsOf([first, ...values]: readonly SyntaxNode[]) {
  const fields = first === undefined ? [] : childrenOf(first);
  const field = (name: string) =>
    fields.flatMap((each) => (childOf(each, 'key')?.name === name ? (childOf(each, 'value') ?? []) : []))[0];
  const args = field('args');
  if (args === undefined) return { key: String(first?.value), values };
  return { key: `${field('message')?.value}/${field('comment')?.value}`, values: childrenOf(args) };
}

function placedIn(source: string): readonly Placed[] {
  const pairs = [...source.matchAll(/const \[\w*, (\w+)\] = (.*);/g)].filter(([, , value = '']) =>
    targetCall.test(value),
  );
  const titles = [...source.matchAll(/const (\w+) = (.*);/g)].filter(
    ([, , value = '']) => value.startsWith('targetText(') || targetTitle.test(value),
  );
  const names = [...pairs, ...titles].map(([, name]) => name);
  const isTarget = ({ start, end }: SyntaxNode): boolean => {
    const text = source.slice(start, end);
    return names.includes(text) || text.startsWith('targetText(') || targetTitle.test(text);
  };
  return callsOf(parseTypeScript('source.ts', source)).flatMap((call) => {
    const { key, values } = partsOf(call);
    return values.flatMap((value, at) => (isTarget(value) ? [{ key, placeholder: `{${at}}` }] : []));
  });
}

const placed = projectFiles('src/**/*.ts')
  .map(projectText)
  .filter((text) => text.includes('l10n'))
  .flatMap(placedIn);

describe('the texts that name where something goes', () => {
  it('are found by what is put into them', () => {
    const source = [
      "const [name, room] = shareNames(record); l10n.t('Deleted {0} from {1}', name, room);",
      "l10n.t({ message: 'To {0}', args: [targetText(step)], comment: '{0}: a room' }); l10n.t('Saved {0}', name);",
    ].join('\n');
    assert.deepEqual(placedIn(source), [
      { key: 'Deleted {0} from {1}', placeholder: '{1}' },
      { key: 'To {0}/{0}: a room', placeholder: '{0}' },
    ]);
    assert.ok(placed.length > 20, String(placed.length));
  });

  it('have a note for translators, quote the title, or set it apart', () => {
    const bare = placed.filter(({ key, placeholder }) => {
      const note = key.split('/').at(-1) ?? '';
      const isApart = key.startsWith(placeholder) || key.endsWith(`: ${placeholder}`);
      return !key.includes(`“${placeholder}”`) && !isApart && !/\ba (?:room or a )?person\b/.test(note);
    });
    assert.deepEqual(bare, []);
  });

  it('suit a person as well as a room in German and French', () => {
    for (const [language, inside] of [
      ['de', String.raw`\bin [„]?`],
      ['fr', String.raw`\bdans (?:«\u202f)?`],
    ] as const) {
      const words: Readonly<Record<string, string>> = JSON.parse(projectText(`l10n/bundle.l10n.${language}.json`));
      const wrong = placed.filter(({ key, placeholder }) =>
        new RegExp(inside + placeholder.replace(/[{}]/g, String.raw`\$&`), 'i').test(words[key] ?? ''),
      );
      assert.deepEqual(wrong, [], language);
    }
  });
});
