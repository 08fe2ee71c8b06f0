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
