// VS Code has no API for the display name of a language.
const names: ReadonlyMap<string, string> = new Map([
  ['abap', 'ABAP'],
  ['bat', 'Batch'],
  ['bibtex', 'BibTeX'],
  ['c', 'C'],
  ['clojure', 'Clojure'],
  ['cmake', 'CMake'],
  ['coffeescript', 'CoffeeScript'],
  ['cpp', 'C++'],
  ['csharp', 'C#'],
  ['css', 'CSS'],
  ['cuda-cpp', 'CUDA C++'],
  ['dart', 'Dart'],
  ['diff', 'Diff'],
  ['dockercompose', 'Docker Compose'],
  ['dockerfile', 'Dockerfile'],
  ['fsharp', 'F#'],
  ['go', 'Go'],
  ['graphql', 'GraphQL'],
  ['groovy', 'Groovy'],
  ['handlebars', 'Handlebars'],
  ['haskell', 'Haskell'],
  ['hlsl', 'HLSL'],
  ['html', 'HTML'],
  ['ini', 'INI'],
  ['java', 'Java'],
  ['javascript', 'JavaScript'],
  ['javascriptreact', 'JavaScript JSX'],
  ['json', 'JSON'],
  ['jsonc', 'JSON with Comments'],
  ['jsonl', 'JSON Lines'],
  ['julia', 'Julia'],
  ['kotlin', 'Kotlin'],
  ['latex', 'LaTeX'],
  ['less', 'Less'],
  ['lua', 'Lua'],
  ['makefile', 'Makefile'],
  ['markdown', 'Markdown'],
  ['objective-c', 'Objective-C'],
  ['objective-cpp', 'Objective-C++'],
  ['perl', 'Perl'],
  ['php', 'PHP'],
  ['powershell', 'PowerShell'],
  ['properties', 'Properties'],
  ['pug', 'Pug'],
  ['python', 'Python'],
  ['r', 'R'],
  ['razor', 'Razor'],
  ['restructuredtext', 'reStructuredText'],
  ['ruby', 'Ruby'],
  ['rust', 'Rust'],
  ['sass', 'Sass'],
  ['scala', 'Scala'],
  ['scss', 'SCSS'],
  ['shaderlab', 'ShaderLab'],
  ['shellscript', 'Shell'],
  ['sql', 'SQL'],
  ['svelte', 'Svelte'],
  ['swift', 'Swift'],
  ['terraform', 'Terraform'],
  ['tex', 'TeX'],
  ['toml', 'TOML'],
  ['typescript', 'TypeScript'],
  ['typescriptreact', 'TypeScript JSX'],
  ['vb', 'Visual Basic'],
  ['vue', 'Vue'],
  ['xml', 'XML'],
  ['xsl', 'XSL'],
  ['yaml', 'YAML'],
  ['zig', 'Zig'],
]);

/** The display name of a VS Code language id; `''` for plain text, and the id itself if no name is known. */
export function languageName(languageId: string): string {
  return languageId === 'plaintext' ? '' : (names.get(languageId) ?? languageId);
}

// Language ids whose common fence tag differs. Every other id is its own tag.
const tags: ReadonlyMap<string, string> = new Map([
  ['bat', 'bat'],
  ['csharp', 'cs'],
  ['cuda-cpp', 'cpp'],
  ['dockercompose', 'yaml'],
  ['fsharp', 'fsharp'],
  ['git-commit', ''],
  ['git-rebase', ''],
  ['github-actions-workflow', 'yaml'],
  ['ignore', ''],
  ['javascript', 'js'],
  ['javascriptreact', 'jsx'],
  ['jsonl', 'json'],
  ['latex', 'tex'],
  ['markdown', 'md'],
  ['objective-c', 'objc'],
  ['objective-cpp', 'objcpp'],
  ['plaintext', ''],
  ['powershell', 'ps1'],
  ['python', 'py'],
  ['ruby', 'rb'],
  ['rust', 'rs'],
  ['scminput', ''],
  ['search-result', ''],
  ['shellscript', 'sh'],
  ['typescript', 'ts'],
  ['typescriptreact', 'tsx'],
  ['vue-html', 'html'],
]);

/** The fence tag of a VS Code language id; `''` for text without a language. */
export function languageTag(languageId: string): string {
  const known = tags.get(languageId);
  if (known !== undefined) return known;
  return languageId.toLowerCase().replace(/[^a-z0-9+#._-]/g, '');
}

// Fence tags that are neither a VS Code language id nor one of its usual extensions.
const ids: ReadonlyMap<string, string> = new Map([
  ['bash', 'shellscript'],
  ['c#', 'csharp'],
  ['c++', 'cpp'],
  ['cs', 'csharp'],
  ['docker', 'dockerfile'],
  ['golang', 'go'],
  ['js', 'javascript'],
  ['jsx', 'javascriptreact'],
  ['kt', 'kotlin'],
  ['md', 'markdown'],
  ['mjs', 'javascript'],
  ['objc', 'objective-c'],
  ['objcpp', 'objective-cpp'],
  ['patch', 'diff'],
  ['ps1', 'powershell'],
  ['py', 'python'],
  ['rb', 'ruby'],
  ['rs', 'rust'],
  ['sh', 'shellscript'],
  ['shell', 'shellscript'],
  ['tex', 'latex'],
  ['ts', 'typescript'],
  ['tsx', 'typescriptreact'],
  ['yml', 'yaml'],
  ['zsh', 'shellscript'],
]);

/** The VS Code language id of a fence tag; `plaintext` if it is not known. */
export function languageOfTag(tag: string, knownIds: readonly string[]): string {
  const word = tag.toLowerCase();
  const id = ids.get(word) ?? word;
  return knownIds.includes(id) ? id : 'plaintext';
}
