import { l10n } from 'vscode';
import { bytesPart } from '../../core/api/requestBody.ts';
import { fileLines } from '../../core/messages/fileLines.ts';
import type { SecretFinding } from '../../core/secrets/secretFinding.ts';
import type { FileCheck, SecretScanner } from '../../core/secrets/secretScanner.ts';
import {
  askAboutSecrets,
  fileRiskLines,
  ignoreUnknownLines,
  limitLines,
  notSearchedNote,
  secretLine,
} from '../../host/ui/askAboutSecrets.ts';
import { withLateProgress, withStatusProgress } from '../../host/ui/cancellableProgress.ts';
import { setting } from '../../host/vscode/settings.ts';
import { contentOf, type FileSource } from './fileSource.ts';
import { filesOf, type Outgoing, type OutgoingShare } from './shareable.ts';

/** What a search for secrets found in a share; nothing if the setting is off. */
export interface Findings {
  /** Possible secrets and risky files, one per line. */
  readonly risks: readonly string[];
  /** The number of secrets that can be masked; 0 if not all can. */
  readonly maskableCount: number;
  /** The possible secrets of its texts, to be marked in them. */
  readonly secretTexts: readonly string[];
  /** For the last step: the risks, and whether it is not known if Git ignores a file. */
  readonly riskWarnings: readonly string[];
  /** Says for the last step that files could not be searched, which is no risk: images are most of them. */
  readonly notSearched: string;
}

const noFindings: Findings = { risks: [], maskableCount: 0, secretTexts: [], riskWarnings: [], notSearched: '' };

/** What was found in one message. */
interface Found {
  readonly message: Outgoing;
  /** The secrets in its texts, one per line, and as they are there. */
  readonly lines: readonly string[];
  readonly secretTexts: readonly string[];
  readonly file?: { readonly name: string; readonly check: FileCheck };
}

/** Scanning more than this shows a Cancel button. */
const quickBytes = 4 * 1024 * 1024;

/** Searches a share for secrets, asks about them and masks them. Each text and each file is searched once. */
export class SecretCheck {
  readonly #scanner: SecretScanner;
  readonly #texts = new Map<string, Promise<readonly SecretFinding[]>>();
  readonly #files = new Map<FileSource, Promise<FileCheck | undefined>>();
  readonly #maskedFiles = new Map<FileSource, Promise<FileSource>>();

  constructor({ scanner }: { readonly scanner: SecretScanner }) {
    this.#scanner = scanner;
  }

  /**
   * Adds what was found in a share.
   * @throws {CancelledError} if the user cancels, and the errors of reading the files
   */
  async check<Share extends OutgoingShare>(share: Share): Promise<Share & Findings> {
    if (!setting('share.scanForSecrets')) return { ...share, ...noFindings };
    this.#scanFiles(filesOf(share).filter((file) => !this.#files.has(file)));
    const found = await Promise.all(share.messages.map((message) => this.#search(message)));
    const files = found.flatMap(({ file }) => file ?? []);
    const textRisks = found.flatMap(({ lines }) => lines);
    const fileRisks = files.flatMap(({ name, check }) => fileRiskLines(name, check));
    const secretCount = files.reduce((sum, { check }) => sum + check.findings.length, textRisks.length);
    // A masked URL would be a different URL.
    const isMaskable = share.messages.every(({ content }) => content.kind !== 'url');
    return {
      ...share,
      messages: found.map(({ message }) => message),
      risks: [...textRisks, ...fileRisks],
      maskableCount: isMaskable && files.every(({ check }) => check.isComplete) ? secretCount : 0,
      secretTexts: found.flatMap(({ secretTexts }) => secretTexts),
      riskWarnings: [
        ...limitLines(textRisks),
        ...limitLines(fileRisks),
        ...files.flatMap(({ name, check }) => ignoreUnknownLines(name, check.isIgnored)),
      ],
      notSearched: notSearchedNote(files.filter(({ check }) => check.encoding === 'binary').length),
    };
  }

  /**
   * Asks about the secrets of a checked share.
   * @returns the share, masked if the user chose so, or `undefined` if it must not be sent
   */
  async allowed(share: OutgoingShare & Findings, action: 'send' | 'copy' = 'send'): Promise<OutgoingShare | undefined> {
    const { name, risks, maskableCount } = share;
    if (risks.length === 0) return share;
    const choice = await askAboutSecrets({ name, risks, canMask: maskableCount > 0, action });
    return choice === 'mask' ? this.masked(share) : choice && share;
  }

  /** The share with its secrets masked. */
  async masked<Share extends OutgoingShare>(share: Share): Promise<Share> {
    return { ...share, messages: await Promise.all(share.messages.map((message) => this.#masked(message))) };
  }

  /** A text is searched only if no earlier search of exactly this text is known. */
  async #search(message: Outgoing): Promise<Found> {
    const { content, review } = message;
    if (content.kind === 'text') {
      const { markdown } = content;
      const findings = review?.secrets?.length === 0 ? [] : await this.#findingsIn(markdown);
      const lineOf = fileLines(markdown);
      const lines =
        review?.secrets ?? findings.map((finding) => secretLine({ ...finding, line: lineOf(finding.line) }));
      const secretTexts = findings.flatMap((finding) => textsOf(finding, markdown));
      return { message: { ...message, review: { ...review, secrets: lines } }, lines, secretTexts };
    }
    const [texts, place] = content.kind === 'url' ? [[content.url, content.text]] : [[content.text], l10n.t('Comment')];
    const found = await Promise.all(
      texts.map(async (text = '') =>
        text === '' ? [] : (await this.#findingsIn(text)).map((finding) => ({ finding, text })),
      ),
    );
    const lines = found.flat().map(({ finding }) => secretLine(finding, place));
    const secretTexts = found.flat().flatMap(({ finding, text }) => textsOf(finding, text));
    const check = content.kind === 'file' ? await this.#files.get(content.file) : undefined;
    const file = content.kind === 'file' && check && { file: { name: content.file.name, check } };
    return { message, lines, secretTexts, ...file };
  }

  #findingsIn(text: string): Promise<readonly SecretFinding[]> {
    const findings = this.#texts.get(text) ?? this.#scanner.find(text);
    this.#texts.set(text, findings);
    return findings;
  }

  #scanFiles(files: readonly FileSource[]): void {
    if (files.length === 0) return;
    const title = l10n.t('Scanning for secrets');
    const total = files.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const checks =
      total <= quickBytes
        ? withStatusProgress(title, () => this.#scanner.checkFiles(files))
        : withLateProgress(title, (signal) => this.#scanner.checkFiles(files, signal));
    for (const [index, file] of files.entries()) {
      this.#files.set(
        file,
        checks.then((all) => all[index]),
      );
    }
  }

  /** A masked file is a copy in memory, without the path: the file on disk still has its secrets. */
  async #masked(message: Outgoing): Promise<Outgoing> {
    const { content, review } = message;
    if (content.kind === 'url') return message;
    if (content.kind === 'text') {
      const markdown = await this.#scanner.mask(content.markdown);
      // A search of a masked text finds nothing.
      return { ...message, content: { kind: 'text', markdown }, review: { ...review, secrets: [] } };
    }
    const { file, text } = content;
    const maskedText = text !== undefined && { text: await this.#scanner.mask(text) };
    const hasFindings = (await this.#files.get(file))?.findings.length !== 0;
    return {
      ...message,
      content: { kind: 'file', file: hasFindings ? await this.#maskedOnce(file) : file, ...maskedText },
    };
  }

  #maskedOnce(file: FileSource): Promise<FileSource> {
    const masked = this.#maskedFiles.get(file) ?? this.#maskedFile(file);
    this.#maskedFiles.set(file, masked);
    return masked;
  }

  async #maskedFile({ name, open }: FileSource): Promise<FileSource> {
    const part = await this.#scanner.maskFile(await open());
    const bytes = await contentOf(part);
    return { name, byteLength: bytes.byteLength, open: async () => bytesPart(name, part.mediaType, bytes) };
  }
}

/** The parts of a text that are secret, as they are there. */
function textsOf({ start, end, parts }: SecretFinding, text: string): readonly string[] {
  return (parts ?? [{ start, end }]).map((part) => text.slice(part.start, part.end));
}
