import { l10n } from 'vscode';
import { bytesPart } from '../../core/api/requestBody.ts';
import type { SecretFinding } from '../../core/secrets/secretFinding.ts';
import type { FileCheck, SecretScanner } from '../../core/secrets/secretScanner.ts';
import {
  askAboutSecrets,
  fileRiskLines,
  limitLines,
  notSearchedLine,
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
  readonly canMask: boolean;
  /** Warnings for the last step: about the text, and about the files. */
  readonly textWarnings: readonly string[];
  readonly fileWarnings: readonly string[];
}

/** What was found in one message. */
interface Found {
  readonly message: Outgoing;
  /** The secrets in its texts, one per line. */
  readonly lines: readonly string[];
  readonly file?: { readonly name: string; readonly check: FileCheck };
}

/** Scanning more than this shows a Cancel button. */
const quickBytes = 4 * 1024 * 1024;

/** Searches a share for secrets, asks about them and masks them. Each text and each file is searched once. */
export class SecretCheck {
  readonly #scanner: SecretScanner;
  readonly #texts = new Map<string, Promise<readonly SecretFinding[]>>();
  readonly #files = new Map<FileSource, Promise<FileCheck | undefined>>();

  constructor({ scanner }: { readonly scanner: SecretScanner }) {
    this.#scanner = scanner;
  }

  /**
   * Adds what was found in a share.
   * @throws {CancelledError} if the user cancels, and the errors of reading the files
   */
  async check<Share extends OutgoingShare>(share: Share): Promise<Share & Findings> {
    if (!setting('share.scanForSecrets'))
      return { ...share, risks: [], canMask: false, textWarnings: [], fileWarnings: [] };
    this.#scanFiles(filesOf(share).filter((file) => !this.#files.has(file)));
    const found = await Promise.all(share.messages.map((message) => this.#search(message)));
    const files = found.flatMap(({ file }) => file ?? []);
    const textRisks = found.flatMap(({ lines }) => lines);
    const fileRisks = files.flatMap(({ name, check }) => fileRiskLines(name, check));
    const unread = files.filter(({ check }) => check.encoding === 'binary');
    const hasFindings = textRisks.length > 0 || files.some(({ check }) => check.findings.length > 0);
    // A masked URL would be a different URL.
    const isMaskable = share.messages.every(({ content }) => content.kind !== 'url');
    return {
      ...share,
      messages: found.map(({ message }) => message),
      risks: [...textRisks, ...fileRisks],
      canMask: hasFindings && isMaskable && files.every(({ check }) => check.isComplete),
      textWarnings: limitLines(found.flatMap(({ message }) => message.review?.secrets ?? [])),
      fileWarnings: [...limitLines(fileRisks), ...unread.map(({ name }) => notSearchedLine(name))],
    };
  }

  /**
   * Asks about the secrets of a checked share.
   * @returns the share, masked if the user chose so, or `undefined` if it must not be sent
   */
  async allowed(share: OutgoingShare & Findings, action: 'send' | 'copy' = 'send'): Promise<OutgoingShare | undefined> {
    const { name, risks, canMask } = share;
    if (risks.length === 0) return share;
    const choice = await askAboutSecrets({ name, risks, canMask, action });
    if (choice !== 'mask') return choice && share;
    return { name, messages: await Promise.all(share.messages.map((message) => this.#masked(message))) };
  }

  /** A text is searched only if no earlier search of exactly this text is known. */
  async #search(message: Outgoing): Promise<Found> {
    const { content, review } = message;
    if (content.kind === 'text') {
      const secrets = review?.secrets ?? (await this.#linesOf(content.markdown));
      return { message: { ...message, review: { ...review, secrets } }, lines: secrets };
    }
    if (content.kind === 'url') {
      const lines = [await this.#linesOf(content.url), await this.#linesOf(content.text)];
      return { message, lines: lines.flat() };
    }
    const { file, text } = content;
    const check = await this.#files.get(file);
    const lines = await this.#linesOf(text, l10n.t('Comment'));
    return { message, lines, ...(check && { file: { name: file.name, check } }) };
  }

  async #linesOf(text: string | undefined, place?: string): Promise<readonly string[]> {
    if (text === undefined) return [];
    const findings = this.#texts.get(text) ?? this.#scanner.check({ texts: [text] }).then(({ texts }) => texts.flat());
    this.#texts.set(text, findings);
    return (await findings).map((finding) => secretLine(finding, place));
  }

  #scanFiles(files: readonly FileSource[]): void {
    if (files.length === 0) return;
    const title = l10n.t('Scanning for secrets');
    const total = files.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const checks =
      total <= quickBytes
        ? withStatusProgress(title, () => this.#scanner.check({ files }))
        : withLateProgress(title, (signal) => this.#scanner.check({ files }, signal));
    for (const [index, file] of files.entries()) {
      this.#files.set(
        file,
        checks.then((result) => result.files[index]),
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
    const hasFindings = (await this.#files.get(file))?.findings.length !== 0;
    return {
      ...message,
      content: {
        kind: 'file',
        file: hasFindings ? await this.#maskedFile(file) : file,
        ...(text !== undefined && { text: await this.#scanner.mask(text) }),
      },
    };
  }

  async #maskedFile({ name, open }: FileSource): Promise<FileSource> {
    const part = await this.#scanner.maskFile(await open());
    const bytes = await contentOf(part);
    return { name, byteLength: bytes.byteLength, open: async () => bytesPart(name, part.mediaType, bytes) };
  }
}
