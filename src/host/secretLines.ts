import { l10n } from 'vscode';
import { displayTitle } from '../core/rooms/displayTitle.ts';
import { mostFindings } from '../core/share/scan/scanPart.ts';
import type { SecretFinding } from '../core/share/scan/secretFinding.ts';
import type { FileCheck } from '../core/share/scan/secretScanner.ts';

/** More lines make a dialog longer than a screen. */
const maxLines = 12;

/** As many lines as can be read, and how many there are besides. */
export function limitLines(lines: readonly string[]): readonly string[] {
  const hidden = lines.length - maxLines;
  return hidden > 0 ? [...lines.slice(0, maxLines), l10n.t('… and {0} more', hidden)] : lines;
}

/** Says where a secret is, what it is, and how it begins. */
export function secretLine(finding: SecretFinding, fileName?: string): string {
  const { line, prefix } = finding;
  const what = prefix === '' ? secretKindLabel(finding) : `${secretKindLabel(finding)} (${displayTitle(prefix)}…)`;
  return fileName === undefined
    ? l10n.t('Line {0} of the message: {1}', line, what)
    : l10n.t('{0}, line {1}: {2}', displayTitle(fileName), line, what);
}

/** Says that a file could not be searched. */
export function notSearchedLine(fileName: string): string {
  return l10n.t('{0}: not a text file, not searched for secrets', displayTitle(fileName));
}

/** Says what speaks against sending a file. */
export function fileRiskLines(fileName: string, check: FileCheck): readonly string[] {
  const name = displayTitle(fileName);
  const lines = check.findings.map((finding) => secretLine(finding, fileName));
  if (!check.isComplete) lines.push(l10n.t('{0}: more than {1}, the rest was not searched', name, mostFindings));
  return [...sourceRiskLines(fileName, check), ...lines];
}

/** Says what speaks against a file, or lines out of it, before its content is looked at. */
export function sourceRiskLines(
  fileName: string,
  { isIgnored, nameRisk }: Pick<FileCheck, 'isIgnored' | 'nameRisk'>,
): readonly string[] {
  const name = displayTitle(fileName);
  return [
    ...(isIgnored ? [l10n.t('{0}: Git ignores this file', name)] : []),
    ...(nameRisk === undefined ? [] : [nameRiskLine(name, nameRisk)]),
  ];
}

function nameRiskLine(name: string, risk: NonNullable<FileCheck['nameRisk']>): string {
  const words = {
    environment: l10n.t('{0}: a file of this name holds the settings of one machine, often with passwords', name),
    key: l10n.t('{0}: a file of this name often holds a private key', name),
    credentials: l10n.t('{0}: a file of this name often holds what signs you in', name),
  };
  return words[risk];
}

function secretKindLabel({ kind, service = '' }: SecretFinding): string {
  const words = {
    'private-key': l10n.t('a private key'),
    key: l10n.t('a key for {0}', service),
    token: l10n.t('a token for {0}', service),
    webhook: l10n.t('a webhook address of {0}', service),
    password: l10n.t('a password'),
    jwt: l10n.t('a web token'),
    authorization: l10n.t('a value that signs in'),
    'named-value': l10n.t('a value whose name says that it is secret'),
    'high-entropy': l10n.t('a random value, perhaps a key'),
  };
  return words[kind];
}
