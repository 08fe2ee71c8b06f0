import { l10n } from 'vscode';
import { bytesPart } from '../../core/api/requestBody.ts';
import type { FileCheck } from '../../core/secrets/secretScanner.ts';
import type { Services } from '../../host/services.ts';
import {
  askAboutSecrets,
  fileRiskLines,
  limitLines,
  notSearchedLine,
  secretLine,
} from '../../host/ui/askAboutSecrets.ts';
import { withLateProgress, withStatusProgress } from '../../host/ui/cancellableProgress.ts';
import { settings } from '../../host/vscode/settings.ts';
import { contentOf, type FileSource } from './fileSource.ts';

type Scanning = Pick<Services, 'scanner'>;

/** Files and their comment. */
export interface OutgoingFiles {
  readonly files: readonly FileSource[];
  readonly comment: string | undefined;
}

/** Files and their comment, with the secrets found in them. */
export interface CheckedFiles extends OutgoingFiles {
  readonly checks: readonly FileCheck[];
  /** Possible secrets, one per line. */
  readonly risks: readonly string[];
  readonly canMask: boolean;
}

/** Scanning more than this shows a Cancel button. */
const quickBytes = 4 * 1024 * 1024;

/**
 * Possible secrets in a text, one per line; `undefined` if the setting is off.
 * @param known what an earlier search found in the same text, which is then not searched again
 */
export async function searchText(
  { scanner }: Scanning,
  text: string,
  known?: readonly string[],
): Promise<readonly string[] | undefined> {
  if (!settings.scanForSecrets.value) return undefined;
  if (known !== undefined) return known;
  const { texts } = await scanner.check({ texts: [text] });
  return texts.flat().map((finding) => secretLine(finding));
}

/** The same; none if the setting is off. */
export async function secretWarnings(ports: Scanning, text: string): Promise<readonly string[]> {
  return (await searchText(ports, text)) ?? [];
}

interface TextReview {
  readonly name: string;
  /** The result of `secretWarnings`. */
  readonly risks: readonly string[];
  readonly action?: 'send' | 'copy';
  readonly canMask?: boolean;
}

/**
 * Asks about the secrets of a text.
 * @returns the text, masked if the user chose so, or `undefined` if it must not be sent
 */
export async function reviewText(
  ports: Scanning,
  text: string,
  { name, risks, action = 'send', canMask = true }: TextReview,
): Promise<string | undefined> {
  if (risks.length === 0) return text;
  const choice = await askAboutSecrets({ name, risks, canMask, action });
  return choice === 'mask' ? ports.scanner.mask(text) : choice && text;
}

/**
 * Scans files for secrets, in order; `undefined` if the setting is off.
 * @throws {CancelledError} if the user cancels, and the errors of reading the files
 */
export async function checkFiles(
  { scanner }: Scanning,
  files: readonly FileSource[],
): Promise<readonly FileCheck[] | undefined> {
  if (!settings.scanForSecrets.value) return undefined;
  const title = l10n.t('Scanning for secrets');
  const total = files.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const { files: checks } = await (total <= quickBytes
    ? withStatusProgress(title, () => scanner.check({ files }))
    : withLateProgress(title, (signal) => scanner.check({ files }, signal)));
  return checks;
}

/** Warnings about files, one per line, including the files that could not be scanned. */
export function fileWarnings(files: readonly FileSource[], checks: readonly FileCheck[] = []): readonly string[] {
  const unread = files.filter((_, index) => checks[index]?.encoding === 'binary');
  return [...limitLines(risksOf(files, checks)), ...unread.map(({ name }) => notSearchedLine(name))];
}

/**
 * Scans the comment of files.
 * @param checks the result of `checkFiles`
 */
export async function checkComment(
  { scanner }: Scanning,
  { files, comment }: OutgoingFiles,
  checks: readonly FileCheck[] | undefined,
): Promise<CheckedFiles> {
  if (checks === undefined) return { files, comment, checks: [], risks: [], canMask: false };
  const { texts } = await scanner.check({ texts: comment === undefined ? [] : [comment] });
  const inComment = texts.flat();
  const hasFindings = inComment.length > 0 || checks.some(({ findings }) => findings.length > 0);
  return {
    ...{ files, comment, checks },
    risks: [...inComment.map((finding) => secretLine(finding, l10n.t('Comment'))), ...risksOf(files, checks)],
    canMask: hasFindings && checks.every(({ isComplete }) => isComplete),
  };
}

/**
 * Asks about the secrets of files and their comment.
 * @returns both, masked if the user chose so, or `undefined` if they must not be sent
 */
export async function reviewFiles(ports: Scanning, checked: CheckedFiles): Promise<OutgoingFiles | undefined> {
  const { files, comment, checks, risks, canMask } = checked;
  if (risks.length === 0) return checked;
  const [first] = files;
  const name = files.length === 1 ? (first?.name ?? '') : l10n.t('{0} files', files.length);
  const choice = await askAboutSecrets({ name, risks, canMask, action: 'send' });
  if (choice !== 'mask') return choice && checked;
  const masked = files.map((file, at) => (checks[at]?.findings.length === 0 ? file : withMask(ports, file)));
  return { files: await Promise.all(masked), comment: comment && (await ports.scanner.mask(comment)) };
}

function risksOf(files: readonly FileSource[], checks: readonly FileCheck[]): readonly string[] {
  return checks.flatMap((check, index) => fileRiskLines(files[index]?.name ?? '', check));
}

/** A masked copy in memory, without the path: the file on disk still has its secrets. */
async function withMask({ scanner }: Scanning, { name, note, open }: FileSource): Promise<FileSource> {
  const part = await scanner.maskFile(await open());
  const bytes = await contentOf(part);
  return {
    name,
    byteLength: bytes.byteLength,
    open: async () => bytesPart(name, part.mediaType, bytes),
    ...(note !== undefined && { note }),
  };
}
