import { l10n } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { maxFindings } from '../../core/secrets/scanPart.ts';
import type { SecretFinding } from '../../core/secrets/secretFinding.ts';
import type { FileCheck } from '../../core/secrets/secretScanner.ts';
import { showWarningMessage } from '../vscode/notifications.ts';
import { isNamedMessage } from './describeShare.ts';

type SecretChoice = 'mask' | 'asIs';

interface SecretQuestion {
  /** What is to be sent or copied, as the dialog names it. */
  readonly name: string;
  /** The findings, one line each. */
  readonly risks: readonly string[];
  readonly canMask: boolean;
  readonly action: 'send' | 'copy';
}

/** Asks in a modal dialog, because a sent message cannot be unsent. `undefined` when the user cancels. */
export async function askAboutSecrets(question: SecretQuestion): Promise<SecretChoice | undefined> {
  const { name, risks, canMask, action } = question;
  const isCopy = action === 'copy';
  const mask = isCopy ? l10n.t('Mask and Copy') : l10n.t('Mask and Send');
  const asIs = isCopy ? l10n.t('Copy As Is') : l10n.t('Send As Is');
  const message = isNamedMessage(name)
    ? l10n.t('This message may contain secrets.')
    : l10n.t('{0} may contain secrets.', name);
  const hint = canMask ? ['', l10n.t('Masking replaces every secret with MASKED.')] : [];
  const detail = [...limitLines(risks), ...hint].join('\n');
  const choice = await showWarningMessage(message, { modal: true, detail }, ...(canMask ? [mask, asIs] : [asIs]));
  if (choice === undefined) return undefined;
  return choice === mask ? 'mask' : 'asIs';
}

/** With more lines, a dialog is higher than a screen. */
const maxLines = 12;

/** The first lines, and the number of the others. */
export function limitLines(lines: readonly string[]): readonly string[] {
  const hidden = lines.length - maxLines;
  return hidden > 0 ? [...lines.slice(0, maxLines), l10n.t('… and {0} more', hidden)] : lines;
}

/** The line of a finding: where the secret is, its kind, and its first characters. @param place in place of its line */
export function secretLine(finding: SecretFinding, place?: string): string {
  return place === undefined
    ? l10n.t('Line {0}: {1}', finding.line, secretLabel(finding))
    : l10n.t('{0}: {1}', displayTitle(place), secretLabel(finding));
}

/** The kind of a secret and its first characters. */
export function secretLabel(finding: SecretFinding): string {
  const { prefix } = finding;
  return prefix === '' ? secretKindLabel(finding) : `${secretKindLabel(finding)} (${displayTitle(prefix)}…)`;
}

/** Says in a repository without Git, as in Restricted Mode, that ignored files are not recognized. */
export function ignoreUnknownLines(fileName: string, isIgnored: boolean | undefined): readonly string[] {
  if (isIgnored !== undefined) return [];
  return [l10n.t("{0}: couldn't check whether Git ignores this file", displayTitle(fileName))];
}

/** A note on the files that could not be searched; empty if there are none. */
export function notSearchedNote(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? l10n.t('1 binary file, not scanned for secrets')
    : l10n.t('{0} binary files, not scanned for secrets', count);
}

/** The warnings about a file: its name, whether Git ignores it, and its secrets. */
export function fileRiskLines(fileName: string, check: FileCheck): readonly string[] {
  const name = displayTitle(fileName);
  const lines = check.findings.map((finding) => secretLine(finding, `${fileName}:${finding.line}`));
  if (!check.isComplete)
    lines.push(l10n.t("{0}: more than {1} possible secrets, the rest wasn't scanned", name, maxFindings));
  const inName = check.nameFindings.map((finding) => l10n.t('{0}, file name: {1}', name, secretLabel(finding)));
  return [...sourceRiskLines(fileName, check), ...inName, ...lines];
}

/** The warnings that do not depend on the content of the file. */
export function sourceRiskLines(
  fileName: string,
  { isIgnored, nameRisk }: Pick<FileCheck, 'isIgnored' | 'nameRisk'>,
): readonly string[] {
  const name = displayTitle(fileName);
  return [
    ...(isIgnored ? [l10n.t('{0}: ignored by Git', name)] : []),
    ...(nameRisk === undefined ? [] : [nameRiskLine(name, nameRisk)]),
  ];
}

function nameRiskLine(name: string, risk: NonNullable<FileCheck['nameRisk']>): string {
  const labels = {
    environment: l10n.t('{0}: environment files often contain passwords', name),
    key: l10n.t('{0}: files with this name often contain a private key', name),
    credentials: l10n.t('{0}: files with this name often contain credentials', name),
  };
  return labels[risk];
}

function secretKindLabel({ kind, service = '' }: SecretFinding): string {
  const labels = {
    'private-key': l10n.t('private key'),
    key: l10n.t({ message: '{0} key', args: [service], comment: '{0}: a service, such as GitHub' }),
    token: l10n.t({ message: '{0} token', args: [service], comment: '{0}: a service, such as GitHub' }),
    webhook: l10n.t({
      message: '{0} webhook URL',
      args: [service],
      comment: '{0}: a service, such as GitHub',
    }),
    password: l10n.t('password or passphrase'),
    jwt: l10n.t('JSON Web Token'),
    authorization: l10n.t('authorization value'),
    'named-value': l10n.t('value with a secret-like name'),
    'high-entropy': l10n.t('random-looking value, possibly a key'),
  };
  return labels[kind];
}
