import { l10n } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { LeftOutFile } from '../../core/git/patchSections.ts';

const maxNamed = 3;

/** Names of files in one line, of many the first ones. */
export function namesText(names: readonly string[]): string {
  const shown = names.slice(0, maxNamed).map((name) => displayTitle(name));
  return [...shown, ...(names.length > maxNamed ? ['…'] : [])].join(', ');
}

/** A sentence for each reason why files of a patch cannot be applied. */
export function leftOutTexts(files: readonly LeftOutFile[]): readonly string[] {
  const texts = {
    binary: (names: string) => l10n.t("Can't be applied, because it is binary: {0}", names),
    link: (names: string) => l10n.t("Can't be applied, because it is a link: {0}", names),
    submodule: (names: string) => l10n.t("Can't be applied, because it is a submodule: {0}", names),
    lfs: (names: string) => l10n.t("Can't be applied, because its content is in Git LFS: {0}", names),
    unreadable: (names: string) => l10n.t("Can't be applied, because of unreadable characters: {0}", names),
  };
  return Object.entries(Object.groupBy(files, ({ kind }) => kind)).map(([kind, of]) =>
    texts[kind as keyof typeof texts](namesText(of.map(({ name }) => name))),
  );
}
