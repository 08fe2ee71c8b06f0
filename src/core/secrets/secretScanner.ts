import type { FilePart } from '../api/requestBody.ts';
import { maskPart, maskSecrets } from './mask.ts';
import { type PartScan, scanInWindows, scanPart } from './scanPart.ts';
import type { SecretFinding } from './secretFinding.ts';

interface OutgoingFile {
  readonly name: string;
  /** The path on disk, if it has one. */
  readonly path?: string;
  /** The file that it is a link to. */
  readonly realPath?: string | undefined;
  /** It is in a file system that Git cannot be asked about. */
  readonly isUnknownToGit?: true;
  open(): Promise<FilePart>;
}

/** The risks of a file. */
export interface FileCheck extends PartScan {
  readonly nameRisk?: NameRisk;
  /** The secrets in its name. */
  readonly nameFindings: readonly SecretFinding[];
  /** Whether Git ignores the file; `undefined` if Git cannot be asked. */
  readonly isIgnored: boolean | undefined;
}

/** Searches outgoing content for secrets. The search runs locally. */
export interface SecretScanner {
  find(text: string): Promise<readonly SecretFinding[]>;
  /** @throws what reading the files throws; {@link CancelledError} */
  checkFiles(files: readonly OutgoingFile[], signal?: AbortSignal): Promise<readonly FileCheck[]>;
  /** Masks the secrets of a text; a search of the result finds none. */
  mask(text: string): Promise<string>;
  /** Masks the secrets of a file. Reading it throws `FileChangedError` if it is not the checked file. */
  maskFile(part: FilePart): Promise<FilePart>;
}

interface ScannerPorts {
  isIgnored(path: string): Promise<boolean | undefined>;
}

// decisions/0020
/** The rules are large, so they are loaded on the first search. */
export function createSecretScanner({ isIgnored }: ScannerPorts): SecretScanner {
  const loadScan = async () => (await import('./scanText.ts')).scanText;
  return {
    find: async (text) => scanInWindows(text, await loadScan()),
    async checkFiles(files, signal) {
      const scan = await loadScan();
      const checks: FileCheck[] = [];
      // Sequentially, so that only one search needs memory.
      for (const file of files) {
        const { name, path, realPath } = file;
        const paths = [path, realPath].flatMap((each) => each ?? []);
        const nameRisk = [path ?? name, ...paths].map(riskyFileName).find((risk) => risk !== undefined);
        const [found, ignored] = await Promise.all([
          file.open().then((part) => scanPart(part, scan, signal)),
          Promise.all(paths.map(isIgnored)),
        ]);
        const answers = file.isUnknownToGit ? [undefined] : ignored;
        const isKnown = answers.includes(true) || !answers.includes(undefined);
        checks.push({
          ...found,
          isIgnored: isKnown ? answers.includes(true) : undefined,
          nameFindings: scan(name),
          ...(nameRisk && { nameRisk }),
        });
      }
      return checks;
    },
    async mask(text) {
      const scan = await loadScan();
      return maskAll(text, async (content) => {
        const findings = scan(content);
        return findings.length > 0 && maskSecrets(content, findings);
      });
    },
    async maskFile(part) {
      const scan = await loadScan();
      return maskAll(part, async (content) => {
        const found = await scanPart(content, scan);
        if (!found.isComplete) throw new Error('a file cannot be masked');
        return found.findings.length > 0 && maskPart(content, found);
      });
    },
  };
}

/** A mask can expose another name before a value; in practice two passes are enough. */
const maxMaskPasses = 4;

/** @param maskOnce returns false for content without secrets */
async function maskAll<T>(content: T, maskOnce: (content: T) => Promise<T | false>): Promise<T> {
  let masked = content;
  for (let pass = 0; pass < maxMaskPasses; pass++) {
    const next = await maskOnce(masked);
    if (next === false) return masked;
    masked = next;
  }
  throw new Error('the content cannot be masked');
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
