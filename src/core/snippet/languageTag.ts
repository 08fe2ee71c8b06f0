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
