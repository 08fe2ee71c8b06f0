import type { FilePart } from '../api/requestBody.ts';
import { maskPart, maskSecrets } from './mask.ts';
import { type PartScan, scanInWindows, scanPart } from './scanPart.ts';
import type { SecretFinding } from './secretFinding.ts';

/** A file that is about to be sent. */
interface OutgoingFile {
  readonly name: string;
  /** The path on disk, if it has one. */
  readonly path?: string;
  open(): Promise<FilePart>;
}

/** The content that is about to be sent. */
interface Outgoing {
  readonly texts?: readonly string[];
  readonly files?: readonly OutgoingFile[];
}

/** The risks of a file. */
export interface FileCheck extends PartScan {
  readonly nameRisk?: NameRisk;
  /** Whether Git ignores the file; `undefined` if Git cannot be asked. */
  readonly isIgnored: boolean | undefined;
}

/** The findings for each text and file, in order. */
interface SecretCheck {
  readonly texts: readonly (readonly SecretFinding[])[];
  readonly files: readonly FileCheck[];
}

/** Searches outgoing content for secrets. The search runs locally. */
export interface SecretScanner {
  /** @throws what reading the files throws; {@link CancelledError} */
  check(outgoing: Outgoing, signal?: AbortSignal): Promise<SecretCheck>;
  /** Masks the secrets of a text; a search of the result finds none. */
  mask(text: string): Promise<string>;
  /** Masks the secrets of a file. Reading it throws `FileChangedError` if it is not the checked file. */
  maskFile(part: FilePart): Promise<FilePart>;
}

interface ScannerPorts {
  isIgnored(path: string): Promise<boolean | undefined>;
}

/** A mask can expose another name before a value; in practice two passes are enough. */
const maxMaskPasses = 4;

/** The rules are large, so they are loaded on the first search. */
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
      // Sequentially, so that only one search needs memory.
      for (const text of texts) found.push(await scanInWindows(text, scanText));
      for (const file of files) checks.push(await checkFile(file, signal));
      return { texts: found, files: checks };
    },
    async mask(text) {
      const { scanText } = await loadRules();
      let masked = text;
      for (let count = 0; count < maxMaskPasses; count++) {
        const findings = scanText(masked);
        if (findings.length === 0) return masked;
        masked = maskSecrets(masked, findings);
      }
      throw new Error('a text cannot be masked');
    },
    async maskFile(part) {
      const { scanText } = await loadRules();
      let masked = part;
      for (let count = 0; count < maxMaskPasses; count++) {
        const scan = await scanPart(masked, scanText);
        if (scan.findings.length === 0) return masked;
        if (!scan.isComplete) break;
        masked = maskPart(masked, scan);
      }
      throw new Error('a file cannot be masked');
    },
  };
}

/** Why a file of this name should not be shared: such files usually contain local settings, keys or credentials. */
type NameRisk = 'environment' | 'key' | 'credentials';

const names: readonly (readonly [NameRisk, RegExp])[] = [
  ['environment', /^(?:.*\.)?env(?:rc)?(?:\..*)?$/i],
  ['key', /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$|\.(?:pem|key|p12|pfx|ppk|jks|keystore|kdbx|asc|gpg)$/i],
  [
    'credentials',
    /^(?:\.npmrc|\.yarnrc\.yml|\.pypirc|[._]netrc|\.git-credentials|\.htpasswd|\.pgpass|\.dockercfg|kubeconfig|credentials|(?:terraform|.*)\.tfvars|.*\.tfstate(?:\.backup)?|secrets?\.(?:ya?ml|json|toml)|service-?account.*\.json|.*\.mobileprovision|.*\.ovpn)$/i,
  ],
];
/** Templates and examples of such files are meant to be shared. */
const templateName = /(?:^|[._-])(?:example|sample|template|dist|defaults?)(?:[._-]|$)/i;
const folders: readonly RegExp[] = [/\.docker[\\/]config\.json$/i, /\.kube[\\/]config$/i, /\.aws[\\/]credentials$/i];

/** Classifies a file by its name, before it is read. `path` may be only a name, with either separator. */
export function riskyFileName(path: string): NameRisk | undefined {
  if (folders.some((each) => each.test(path))) return 'credentials';
  const name = path.split(/[\\/]/).at(-1) ?? '';
  if (templateName.test(name)) return undefined;
  return names.find(([, each]) => each.test(name))?.[0];
}
