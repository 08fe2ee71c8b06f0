import { parse } from 'node:path';
import { l10n } from 'vscode';
import { bytesPart } from '../../core/api/requestBody.ts';
import { fileLines } from '../../core/messages/fileLines.ts';
import { patchPaths } from '../../core/secrets/patchLines.ts';
import type { SecretFinding } from '../../core/secrets/secretFinding.ts';
import { type FileCheck, riskyFileName, type SecretScanner } from '../../core/secrets/secretScanner.ts';
import {
  askAboutSecrets,
  fileRiskLines,
  ignoreUnknownLines,
  limitLines,
  notSearchedNote,
  secretLine,
  sourceRiskLines,
} from '../../host/ui/askAboutSecrets.ts';
import { withLateProgress, withStatusProgress } from '../../host/ui/cancellableProgress.ts';
import { setting } from '../../host/vscode/settings.ts';
import { contentOf } from '../../platform/files/openFilePart.ts';
import type { FileSource } from './fileSource.ts';
import { filesOf, type Outgoing, type Proposal } from './shareable.ts';

/** A share, and what a search for secrets found in it; nothing if the setting is off. */
export interface Checked extends Proposal {
  /** Possible secrets and risky files, one per line. */
  readonly risks: readonly string[];
  /** The number of secrets that can be masked; 0 if not all can. */
  readonly maskableCount: number;
  /** The possible secrets of its texts, to be marked in them. */
  readonly secretTexts: readonly string[];
  /** For the confirmation: the risks, and whether it is not known if Git ignores a file. */
  readonly riskWarnings: readonly string[];
  /** Says for the confirmation that files could not be searched, which is no risk: images are most of them. */
  readonly notSearched: string;
}

const noFindings = { risks: [], maskableCount: 0, secretTexts: [], riskWarnings: [], notSearched: '' };

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
  async check(share: Proposal): Promise<Checked> {
    if (!setting('share.scanForSecrets')) return { ...share, ...noFindings };
    const [texts, files] = await Promise.all([this.#searchTexts(share), this.#searchFiles(filesOf(share))]);
    const textRisks = texts.map(({ line }) => line);
    const patchRisks = share.messages.flatMap(textsOf).flatMap(({ text }) => patchNameLines(patchPaths(text)));
    const fileRisks = files.flatMap(({ name, check }) => [
      ...fileRiskLines(name, check),
      ...patchNameLines(check.patchPaths),
    ]);
    const secretCount = files.reduce(
      (sum, { check }) => sum + check.findings.length + check.nameFindings.length,
      textRisks.length,
    );
    // A masked URL would be a different URL.
    const isMaskable = share.messages.every(({ content }) => content.kind !== 'url');
    return {
      ...share,
      risks: [...textRisks, ...patchRisks, ...fileRisks],
      maskableCount: isMaskable && files.every(({ check }) => check.isComplete) ? secretCount : 0,
      secretTexts: texts.flatMap(({ secrets }) => secrets),
      riskWarnings: [
        ...limitLines([...textRisks, ...patchRisks]),
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
  async allowed(share: Checked, action: 'send' | 'copy' = 'send'): Promise<Proposal | undefined> {
    const { name, risks, maskableCount } = share;
    if (risks.length === 0) return share;
    const choice = await askAboutSecrets({ name, risks, canMask: maskableCount > 0, action });
    return choice === 'mask' ? this.masked(share) : choice && share;
  }

  /** The share with its secrets masked. */
  async masked(share: Proposal): Promise<Proposal> {
    return { ...share, messages: await Promise.all(share.messages.map((message) => this.#masked(message))) };
  }

  /** The secrets of the texts: the line that names each, and its parts as they are there. */
  async #searchTexts(share: Proposal) {
    const searches = share.messages.flatMap(textsOf).map(async ({ text, place }) => {
      const placeOf = fileLines(text);
      return (await this.#find(text)).map((finding) => {
        const { path, line, isCode } = placeOf(finding.line);
        const known = path === undefined ? place : `${path}:${line}`;
        const shown = secretLine({ ...finding, line }, isCode && path === undefined ? undefined : known);
        return { line: shown, secrets: textsOfFinding(text, finding) };
      });
    });
    return (await Promise.all(searches)).flat();
  }

  /** The possible secrets in a part of a file that has some. */
  async secretsIn(text: string): Promise<readonly string[]> {
    return (await this.#find(text)).flatMap((finding) => textsOfFinding(text, finding));
  }

  #find(text: string): Promise<readonly SecretFinding[]> {
    const findings = this.#texts.get(text) ?? this.#scanner.find(text);
    this.#texts.set(text, findings);
    return findings;
  }

  async #searchFiles(files: readonly FileSource[]) {
    const added = files.filter((file) => !this.#files.has(file));
    if (added.length > 0) {
      const checks = this.#scanFiles(added);
      for (const [index, file] of added.entries())
        this.#files.set(
          file,
          checks.then((all) => all[index]),
        );
    }
    const found = files.map(async (file) => ({ name: file.name, check: await this.#files.get(file) }));
    return (await Promise.all(found)).flatMap(({ name, check }) => (check === undefined ? [] : [{ name, check }]));
  }

  #scanFiles(files: readonly FileSource[]) {
    const title = l10n.t('Scanning for secrets');
    const total = files.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return total <= quickBytes
      ? withStatusProgress(title, () => this.#scanner.checkFiles(files))
      : withLateProgress(title, (signal) => this.#scanner.checkFiles(files, signal));
  }

  async #masked(message: Outgoing): Promise<Outgoing> {
    const { content } = message;
    if (content.kind === 'url') return message;
    if (content.kind === 'text') {
      const markdown = await this.#scanner.mask(content.markdown);
      return { ...message, content: { kind: 'text', markdown } };
    }
    const { file, text } = content;
    const maskedText = text !== undefined && { text: await this.#scanner.mask(text) };
    const check = await this.#files.get(file);
    const hasFindings = check?.findings.length !== 0 || check.nameFindings.length > 0;
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

  async #maskedFile(file: FileSource): Promise<FileSource> {
    const { name: stem, ext } = parse(file.name);
    const name = `${await this.#scanner.mask(stem)}${ext}`;
    const part = await this.#scanner.maskFile(await file.open());
    const bytes = await contentOf(part);
    // A copy in memory: the file on disk still has its secrets.
    const copy = { name, byteLength: bytes.byteLength, open: async () => bytesPart(name, part.mediaType, bytes) };
    return { ...file, ...copy, isFixed: true };
  }
}

function textsOfFinding(text: string, finding: SecretFinding): readonly string[] {
  return (finding.parts ?? [finding]).map(({ start, end }) => text.slice(start, end));
}

/** Warnings about the names of the files in a patch. Git ignores none of them. */
function patchNameLines(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const nameRisk = riskyFileName(path);
    return nameRisk === undefined ? [] : sourceRiskLines(path, { isIgnored: false, nameRisk });
  });
}

/** The texts of a message to search, with the place that a finding in it names besides its line. */
function textsOf({ content }: Outgoing): readonly { readonly text: string; readonly place?: string }[] {
  const place = l10n.t('Comment');
  // Around code, it is the comment. Other texts are written by the user as a whole.
  if (content.kind === 'text')
    return [{ text: content.markdown, ...(/^\s*`{3}/m.test(content.markdown) && { place }) }];
  const comment = { text: content.text ?? '', place };
  const texts = content.kind === 'url' ? [{ text: content.url }, comment] : [comment];
  return texts.filter(({ text }) => text !== '');
}
