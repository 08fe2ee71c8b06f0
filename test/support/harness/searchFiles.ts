import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { unlessMissing } from '../../../src/core/base/systemError.ts';
import { filesBelow } from './filesBelow.ts';
import { secretForms } from './secretForms.ts';

/** The bytes in which a program may have written a text down without hiding it. */
function formsOf(text: string): readonly Buffer[] {
  return [Buffer.from(text, 'utf16le'), ...secretForms(text).map((form) => Buffer.from(form))];
}

/** Tells whether bytes hold one of the texts, plainly or encoded. */
export function holderOf(texts: readonly string[]): (bytes: Buffer) => boolean {
  const forms = texts.flatMap(formsOf);
  return (bytes) => forms.some((form) => bytes.includes(form));
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
  const isHolding = holderOf(texts);
  const [files, holding]: [string[], string[]] = [[], []];
  for (const file of await filesBelow(folder)) {
    const bytes = await unlessMissing(readFile(file));
    if (bytes === undefined) continue;
    const name = path.relative(folder, file);
    files.push(name);
    if (isHolding(bytes)) holding.push(name);
  }
  return { files, holding };
}
