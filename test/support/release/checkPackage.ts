import { type ZipEntry, zipEntries } from '../harness/zipEntries.ts';
import { namedPackages } from './bundledSbom.ts';

/** The most bytes of the parts of the package. The chunks have budgets of their own in test/unit/project/bundle.test.ts. */
const sizeBudgets: readonly (readonly [what: string, pattern: RegExp, bytes: number])[] = [
  ['the code of the extension', /^extension\/dist\/(?!sandbox).*\.c?js$/, 1_490_000],
  ['the sandbox', /^extension\/dist\/sandbox\.mjs$/, 1_080_000],
  ['the documents', /\.md$/, 390_000],
  ['pictures and styles', /^extension\/(?:media|docs\/pictures)\//, 450_000],
  ['the texts in other languages', /^extension\/(?:l10n\/|package\.nls)/, 230_000],
];
const packageBudget = 1_530_000;

const byteLengthOf = (entries: readonly ZipEntry[]): number =>
  entries.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);

/** The sizes of the package and its parts, one line each. */
export function sizesOf(archive: Buffer): readonly string[] {
  const entries = zipEntries(archive);
  const parts = sizeBudgets.map(([what, pattern, budget]) => {
    const size = byteLengthOf(entries.filter(({ name }) => pattern.test(name)));
    return `${what}: ${size} bytes of ${budget}`;
  });
  return [`the package: ${archive.byteLength} bytes of ${packageBudget}`, ...parts];
}

/** Why a package cannot be published, one sentence each. */
export function packageProblems(archive: Buffer, version: string): readonly string[] {
  const entries = zipEntries(archive);
  const textOf = (name: string): string => entries.find((entry) => entry.name === name)?.bytes.toString('utf8') ?? '';
  const over = sizeBudgets.flatMap(([what, pattern, budget]) => {
    const size = byteLengthOf(entries.filter(({ name }) => pattern.test(name)));
    return size > budget ? [`${what} has ${size} bytes, more than ${budget}.`] : [];
  });
  const manifestText = textOf('extension/package.json') || '{}';
  const problems: readonly (readonly [isProblem: boolean, text: string])[] = [
    [archive.byteLength > packageBudget, `the package has ${archive.byteLength} bytes, more than ${packageBudget}.`],
    [JSON.parse(manifestText).version !== version, `the package is not of version ${version}.`],
    [textOf('extension/LICENSE.txt') === '', 'the package has no licence.'],
    [
      namedPackages(textOf('extension/dist/ThirdPartyNotices.txt')).length === 0,
      'the package does not name the licences of the packages in its bundles.',
    ],
  ];
  return [...over, ...problems.flatMap(([isProblem, text]) => (isProblem ? [text] : []))];
}
