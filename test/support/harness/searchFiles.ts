import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { unlessMissing } from '../../../src/core/base/storage/systemError.ts';
import { filesBelow } from './filesBelow.ts';
import { secretForms } from './secretForms.ts';

/** The encodings in which a program may have stored a text. */
function formsOf(text: string): readonly Buffer[] {
  return [Buffer.from(text, 'utf16le'), ...secretForms(text).map((form) => Buffer.from(form))];
}

/** Returns whether bytes contain one of the texts, plain or encoded. */
export function holderOf(texts: readonly string[]): (bytes: Buffer) => boolean {
  const forms = texts.flatMap(formsOf);
  return (bytes) => forms.some((form) => bytes.includes(form));
}

/** The result of a search in a folder. */
export interface Search {
  /** Every file that was read, relative to the folder. */
  readonly files: readonly string[];
  /** Those that contain one of the texts, plain or encoded. */
  readonly holding: readonly string[];
}

/** Searches all files of a folder for texts. */
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
