import type { PatchedFile } from './patchReport.ts';

/** A file of a patch for the review before it is applied. */
export interface ReviewedFile extends PatchedFile {
  /** Tools or the system execute it or read it as configuration, by its name or mode. */
  readonly isExecuted: boolean;
}

/** Statistics of a patch. */
interface PatchCounts {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  /** Number of files per kind of change, without zeros. */
  readonly changes: ReadonlyMap<PatchedFile['change'] | 'executable', number>;
}

/** Sorts files for review: executed files first. */
export function reviewOrder(files: readonly PatchedFile[], executable: ReadonlySet<string>): ReviewedFile[] {
  const reviewed = files.map((file) => ({
    ...file,
    isExecuted: file.becomesExecutable || executable.has(file.path) || isExecutedByTools(file.path),
  }));
  return reviewed.toSorted((a, b) => Number(b.isExecuted) - Number(a.isExecuted));
}

export function countPatch(files: readonly PatchedFile[]): PatchCounts {
  const changes = new Map<PatchedFile['change'] | 'executable', number>();
  let [added, removed] = [0, 0];
  for (const file of files) {
    added += file.added ?? 0;
    removed += file.removed ?? 0;
    for (const change of [file.change, ...(file.becomesExecutable ? (['executable'] as const) : [])]) {
      changes.set(change, (changes.get(change) ?? 0) + 1);
    }
  }
  return { files: files.length, added, removed, changes };
}

/** Folders whose files are executed or read as configuration by editors, hooks and build servers. */
const folders =
  /(?:^|\/)(?:\.vscode|\.idea|\.fleet|\.zed|\.github|\.gitlab|\.circleci|\.husky|\.githooks|\.devcontainer|\.cargo|\.mvn|\.yarn|\.claude|\.cursor|\.windsurf)\//i;

/** Files that package managers, build tools, shells, editors and agents execute or read as configuration. */
const names = [
  String.raw`package\.json`,
  String.raw`.*\.code-workspace`,
  String.raw`(?:gnu)?makefile|.*\.mk|justfile|rakefile|gemfile|jenkinsfile|vagrantfile|procfile|taskfile\.ya?ml`,
  String.raw`(?:docker|container)file.*|(?:docker-)?compose.*\.ya?ml`,
  String.raw`\.envrc|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.cjs|\.bashrc|\.zshrc|\.profile|\.tool-versions`,
  String.raw`\.gitattributes|\.gitmodules|\.gitconfig|\.gitlab-ci\.yml|\.travis\.yml|azure-pipelines\.yml|\.pre-commit-config\.yaml|lefthook\.ya?ml`,
  String.raw`\.mcp\.json|mcp\.json|agents\.md|claude\.md`,
  String.raw`.*\.(?:sh|bash|zsh|fish|ps1|psm1|bat|cmd|vbs)`,
  String.raw`setup\.py|conftest\.py|sitecustomize\.py|pyproject\.toml|tox\.ini|noxfile\.py`,
  String.raw`build\.rs|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|pom\.xml|cmakelists\.txt|.*\.(?:cs|vcx|fs)proj|directory\.build\.(?:props|targets)`,
  String.raw`.*\.config\.[cm]?[jt]s|\.[a-z]+rc\.[cm]?js|gulpfile\..*|gruntfile\..*`,
];
const executedName = new RegExp(`^(?:${names.join('|')})$`, 'i');

/**
 * Whether tools execute a file or read it as configuration, by its path.
 * @param path with `/`
 */
export function isExecutedByTools(path: string): boolean {
  return folders.test(path) || executedName.test(path.slice(path.lastIndexOf('/') + 1));
}
