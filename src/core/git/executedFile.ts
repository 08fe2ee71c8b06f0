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
