import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { secretForms } from '../harness/secretForms.ts';

/** The bytes in which a program may have written a text down without hiding it. */
function formsOf(text: string): readonly Buffer[] {
  return [Buffer.from(text, 'utf16le'), ...secretForms(text).map((form) => Buffer.from(form))];
}

/** What was found in a folder, and that it was looked for at all. */
export interface Search {
  /** Every file that was read, relative to the folder. */
  readonly files: readonly string[];
  /** Those that hold one of the texts, plainly or encoded. */
  readonly holding: readonly string[];
}

/** Looks for texts in all files of a folder, whatever they are. */
export async function searchFiles(folder: string, texts: readonly string[]): Promise<Search> {
  const forms = texts.flatMap(formsOf);
  const files: string[] = [];
  const holding: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    const name = path.relative(folder, file);
    files.push(name);
    if (forms.some((form) => bytes.includes(form))) holding.push(name);
  }
  return { files, holding };
}
