import assert from 'node:assert/strict';
import { pageTexts } from '../../../src/servers/pages/pageTexts.ts';
import { projectFiles, projectText } from './projectFiles.ts';
import { childOf, childrenOf, parseTypeScript, type SyntaxNode } from './syntax.ts';

type Words = Readonly<Record<string, string>>;

/** A use of l10n: its English text, its key in the bundles and the number of its values, or why they are not known. */
type Use =
  | { readonly message: string; readonly key: string; readonly valueCount: number }
  | { readonly unclear: 'not a call of l10n.t' | 'not a plain string' };

const languages = ['de', 'fr'];
/** "is not" and its kind, which VS Code writes as "isn't". */
const longForm = /\b(?:is|are|was|were|did|does|do|has|have|had|can|could|would|should) ?not\b/;
const british =
  /\b(?:licences?|cancell(?:ed|ing)|misspelt|\w*(?:colour|behaviour|favour|neighbour)\w*|(?:organ|recogn|normal|initial|summar)is(?:e|ed|es|ing|ation))\b/gi;
/** A space that can end a line between a number and its unit, as in "20 s". */
const breakingUnit = /[\d}] (?:ms|s|min|Min\.|Std\.|h|j|sem\.|[KMGk][Bo])(?!\p{L})/u;
/** French sets ; ! ? and quotation marks off with a narrow no-break space, and a colon with a no-break space. */
const wrongFrenchSpace = /[ \u00a0][;!?»]|«[ \u00a0]|[ \u202f]:/u;
const manifestWords: Words = JSON.parse(projectText('package.nls.json'));
const sources = projectFiles('src/**/*.ts').map((path) => ({ path, text: projectText(path) }));
const uses = sources.flatMap(({ path, text }) =>
  // The command in terminals has no VS Code, and an l10n of its own.
  text.includes('l10n') && path !== 'src/cli/l10n.ts' ? l10nUses(text).map((use) => ({ path, ...use })) : [],
);
const messages = new Set(uses.flatMap((use) => ('key' in use ? use.key : [])));

/** Every use of l10n in a source, without import declarations. */
function l10nUses(source: string): readonly Use[] {
  return usesIn(parseTypeScript('source.ts', source));
}

function usesIn(node: SyntaxNode): readonly Use[] {
  if (node.type === 'ImportSpecifier' && nameOf(node, 'imported') === nameOf(node, 'local')) return [];
  if (node.name === 'l10n') return [{ unclear: 'not a call of l10n.t' }];
  const callee = childOf(node, 'callee');
  if (callee === undefined || nameOf(callee, 'property') !== 't' || !isL10n(childOf(callee, 'object')))
    return childrenOf(node).flatMap(usesIn);
  const [, ...args] = childrenOf(node);
  return [useOf(args), ...args.flatMap(usesIn)];
}

/** `l10n`, or `vscode.l10n`. */
function isL10n(node: SyntaxNode | undefined): boolean {
  return node?.name === 'l10n' || (node !== undefined && nameOf(node, 'property') === 'l10n');
}

/** A text with its values, or `{ message, args, comment }`, whose comment VS Code appends to the key. */
function useOf([first, ...values]: readonly SyntaxNode[]): Use {
  if (typeof first?.value === 'string') return { message: first.value, key: first.value, valueCount: values.length };
  const fields = new Map(
    first?.type !== 'ObjectExpression'
      ? []
      : childrenOf(first).map((field) => [nameOf(field, 'key'), childOf(field, 'value')]),
  );
  const [message, args, comment] = ['message', 'args', 'comment'].map((name) => fields.get(name));
  if (typeof message?.value !== 'string' || typeof comment?.value !== 'string' || args?.type !== 'ArrayExpression')
    return { unclear: 'not a plain string' };
  const key = `${message.value}/${comment.value}`;
  return { message: message.value, key, valueCount: childrenOf(args).length };
}

function nameOf(node: SyntaxNode, key: string): unknown {
  return childOf(node, key)?.name;
}

/** Every match of a pattern, sorted, so that a translation may have another order. */
function found(text: string, pattern: RegExp): readonly string[] {
  return (text.match(pattern) ?? []).sort();
}

function placeholders(text: string): readonly string[] {
  return [...new Set(found(text, /\{\d+\}/g))];
}

/** What must be equal in every language: links and code themselves, other marks by number. */
function markup(text: string): readonly string[] {
  return [...found(text, /\]\([^)]*\)/g), ...found(text, /`[^`]*`/g), ...found(text, /\n/g)];
}

function keysOf(words: Words): readonly string[] {
  return Object.keys(words).sort();
}

describe('the reading of l10n.t', () => {
  it('returns the value of a literal, wherever the call is and however it is formatted', () => {
    const text = [
      `import { l10n, type Uri } from 'vscode';`,
      `// l10n.t('in a comment')`,
      `const pattern = /[/'"]/.test(text) ? l10n.t('one') : l10n.t("it's two");`,
      `const row = \`$(send) \${l10n.t('in a {0}', \`template \${[1, 2].at(0)}\`)} and l10n.t('no call') \${{ a: half / 2 }.a}\`;`,
      `const long = l10n.t(`,
      `  'broken over {0} and {1}', // the lines`,
      `  first(1, 2),`,
      `  { a: 1, b: 2 }.b,`,
      `);`,
      `vscode.l10n.t('l\\'h\\u00e9ros');`,
      `l10n.t({ message: 'To {0}', args: [f(1, 2)], comment: '{0} is a room' });`,
    ].join('\n');
    const plain = (message: string, valueCount: number) => ({ message, key: message, valueCount });
    assert.deepEqual(l10nUses(text), [
      plain('one', 0),
      plain("it's two", 0),
      plain('in a {0}', 1),
      plain('broken over {0} and {1}', 2),
      plain("l'héros", 0),
      { message: 'To {0}', key: 'To {0}/{0} is a room', valueCount: 1 },
    ]);
  });

  it('reports uses that it cannot read', () => {
    for (const argument of [
      'text',
      '`template`',
      `\`a \${b}\``,
      "'a' + b",
      "isOne ? 'a' : 'b'",
      "{ message: 'a' }",
      '',
    ]) {
      assert.deepEqual(l10nUses(`l10n.t(${argument});`), [{ unclear: 'not a plain string' }], argument);
    }
    for (const text of [`const { t } = l10n;`, `say(l10n.t);`, `import { l10n as words } from 'vscode';`]) {
      assert.deepEqual(l10nUses(text), [{ unclear: 'not a call of l10n.t' }], text);
    }
  });
});

describe('the texts of the sources', () => {
  it('are plain strings in calls of l10n.t', () => {
    const unclear = uses.filter((use) => 'unclear' in use);
    assert.deepEqual(unclear, []);
    const written = sources.flatMap(({ text }) => text.match(/\bl10n\.t\(/g) ?? []);
    assert.equal(uses.length, written.length);
    assert.ok(messages.size > 150);
  });

  it('get as many values as they have placeholders', () => {
    const uneven = uses.filter((use) => {
      if (!('message' in use)) return false;
      const expected = Array.from({ length: use.valueCount }, (_, index) => `{${index}}`);
      return placeholders(use.message).join() !== expected.join();
    });
    assert.deepEqual(uneven, []);
  });
});

describe('the English texts', () => {
  it('have contractions', () => {
    const texts = [...messages, ...Object.values(manifestWords), ...Object.values(pageTexts.en)];
    assert.deepEqual(
      texts.filter((text) => longForm.test(text.replace(/\/\{\d\}:.*/, ''))),
      [],
    );
  });

  it('have American spelling, as the documents', () => {
    const documents = [...projectFiles('*.md'), ...projectFiles('docs/**/*.md')].map(projectText);
    const english = [...messages, ...Object.values(manifestWords), ...Object.values(pageTexts.en), ...documents];
    assert.deepEqual(
      english.flatMap((text) => text.match(british) ?? []),
      [],
    );
  });
});

describe('the translations', () => {
  it('exist for the same languages in the bundles and for the manifest', () => {
    const bundles = languages.map((language) => `l10n/bundle.l10n.${language}.json`);
    assert.deepEqual(projectFiles('l10n/*'), bundles);
    const texts = languages.map((language) => `package.nls.${language}.json`);
    assert.deepEqual(projectFiles('package.nls.*.json'), texts);
  });

  for (const language of languages) {
    const bundle = (): Words => JSON.parse(projectText(`l10n/bundle.l10n.${language}.json`));
    const manifest = (): Words => JSON.parse(projectText(`package.nls.${language}.json`));

    it(`translate exactly the texts of the sources into ${language}`, () => {
      assert.deepEqual(keysOf(bundle()), [...messages].sort());
    });

    it(`translate exactly the texts of the manifest into ${language}`, () => {
      assert.deepEqual(keysOf(manifest()), keysOf(manifestWords));
    });

    it(`name the steps of a command in ${language} as the command`, () => {
      const [texts, titles] = [bundle(), manifest()];
      const uneven = Object.entries(manifestWords).filter(([key, english]) => {
        const other = texts[english];
        return key.startsWith('command.') && other !== undefined && other !== titles[key];
      });
      assert.deepEqual(uneven, []);
    });

    it(`have the same words for the room in all titles of commands in ${language}`, () => {
      const [part = ''] = Object.entries(bundle()).flatMap(([key, text]) => (key.startsWith(' to Room/') ? text : []));
      const titles = Object.entries(manifestWords).filter(([, english]) => english.endsWith(' to Room…'));
      assert.ok(titles.length > 10 && part !== '');
      for (const [key] of titles) assert.ok(manifest()[key]?.includes(part), key);
    });

    it(`have no empty text in ${language}`, () => {
      const empty = Object.entries({ ...bundle(), ...manifest() }).filter(([, translation]) => !translation.trim());
      assert.deepEqual(empty, []);
    });

    it(`have no-break spaces before units and French marks in ${language}`, () => {
      const wrong = Object.entries({ ...bundle(), ...manifest() }).filter(
        ([, text]) => breakingUnit.test(text) || (language === 'fr' && wrongFrenchSpace.test(text)),
      );
      assert.deepEqual(wrong, []);
    });

    it(`keep placeholders and Markdown in ${language}`, () => {
      for (const [english, translation] of Object.entries(bundle())) {
        assert.deepEqual(placeholders(translation), placeholders(english), english);
        assert.deepEqual(found(translation, /[`*]/g), found(english, /[`*]/g), english);
      }
    });

    it(`keep links, code and line breaks of the manifest in ${language}`, () => {
      for (const [key, translation] of Object.entries(manifest())) {
        assert.deepEqual(placeholders(translation), placeholders(manifestWords[key] ?? ''), key);
        assert.deepEqual(markup(translation), markup(manifestWords[key] ?? ''), key);
      }
    });
  }
});

describe('the pages of the servers', () => {
  for (const [language, texts] of Object.entries(pageTexts)) {
    it(`have every text in ${language}, with its placeholders`, () => {
      assert.deepEqual(Object.keys(texts), Object.keys(pageTexts.en));
      for (const [key, text] of Object.entries(texts)) {
        assert.ok(text.trim() !== '', key);
        assert.deepEqual(placeholders(text), placeholders((pageTexts.en as Words)[key] ?? ''), key);
        assert.ok(language !== 'fr' || !wrongFrenchSpace.test(text), key);
      }
    });
  }

  it('name the button of the editor as it is named there', () => {
    for (const language of ['de', 'fr'] as const) {
      const bundle: Words = JSON.parse(projectText(`l10n/bundle.l10n.${language}.json`));
      assert.equal(pageTexts[language].pasteCode, bundle[pageTexts.en.pasteCode]);
    }
  });
});
