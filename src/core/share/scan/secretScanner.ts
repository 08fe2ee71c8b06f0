import type { FilePart } from '../../api/filePart.ts';
import { maskPart } from './maskPart.ts';
import { maskSecrets } from './maskSecrets.ts';
import { type NameRisk, riskyFileName } from './riskyFileName.ts';
import { type PartScan, scanInTurns, scanPart } from './scanPart.ts';
import type { SecretFinding } from './secretFinding.ts';

/** A file on its way out. */
export interface OutgoingFile {
  readonly name: string;
  /** Where it lies on the disk, if it does. */
  readonly path?: string;
  open(): Promise<FilePart>;
}

/** What is about to leave. */
export interface Outgoing {
  readonly texts?: readonly string[];
  readonly files?: readonly OutgoingFile[];
}

/** What speaks against a file, besides its findings. */
export interface FileCheck extends PartScan {
  readonly nameRisk?: NameRisk;
  /** Git keeps it out of the repository. */
  readonly isIgnored: boolean;
}

/** What was found, for each text and each file in their order. */
export interface SecretCheck {
  readonly texts: readonly (readonly SecretFinding[])[];
  readonly files: readonly FileCheck[];
}

/** Looks for secrets in everything that leaves. Nothing of it goes anywhere. */
export interface SecretScanner {
  /** @throws what reading the files throws; {@link CancelledError} */
  check(outgoing: Outgoing, signal?: AbortSignal): Promise<SecretCheck>;
  /** The text without its secrets; a search of it finds none. */
  mask(text: string): Promise<string>;
  /** The file without its secrets. Reading it throws `FileChangedError` when it is not the one that was checked. */
  maskFile(part: FilePart): Promise<FilePart>;
}

interface ScannerPorts {
  isIgnored(path: string): Promise<boolean>;
}

/** A mask may lay bare another name before a value; more than twice was never seen. */
const mostMasks = 4;

/** The rules weigh more than the rest of the extension: they are loaded at the first search. */
export function createSecretScanner({ isIgnored }: ScannerPorts): SecretScanner {
  const loadRules = () => import('./scanText.ts');
  const checkFile = async (file: OutgoingFile, signal?: AbortSignal): Promise<FileCheck> => {
    const { scanText } = await loadRules();
    const { path, name } = file;
    const nameRisk = riskyFileName(path ?? name);
    const [scan, ignored] = await Promise.all([
      file.open().then((part) => scanPart(part, scanText, signal)),
      path === undefined ? false : isIgnored(path),
    ]);
    return { ...scan, isIgnored: ignored, ...(nameRisk && { nameRisk }) };
  };
  return {
    async check({ texts = [], files = [] }, signal) {
      const { scanText } = await loadRules();
      const found: (readonly SecretFinding[])[] = [];
      const checks: FileCheck[] = [];
      // One after the other: the memory of one search is enough.
      for (const text of texts) found.push(await scanInTurns(text, scanText));
      for (const file of files) checks.push(await checkFile(file, signal));
      return { texts: found, files: checks };
    },
    async mask(text) {
      const { scanText } = await loadRules();
      let masked = text;
      for (let count = 0; count < mostMasks; count++) {
        const findings = scanText(masked);
        if (findings.length === 0) return masked;
        masked = maskSecrets(masked, findings);
      }
      throw new Error('a text cannot be masked');
    },
    async maskFile(part) {
      const { scanText } = await loadRules();
      let masked = part;
      for (let count = 0; count < mostMasks; count++) {
        const scan = await scanPart(masked, scanText);
        if (scan.findings.length === 0) return masked;
        if (!scan.isComplete) break;
        masked = maskPart(masked, scan);
      }
      throw new Error('a file cannot be masked');
    },
  };
}
