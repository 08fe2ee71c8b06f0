import { appendFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Uri as VscodeUri } from 'vscode';
import { Uri, window, workspace } from '../../fakes/fakeWindow.ts';
import { TabInputCustom } from '../../fakes/vscodeFake.ts';

/** A file in one place and state. */
export interface Place {
  readonly name: string;
  /** Where people meet it: a public document. */
  readonly source: string;
  /** Makes it, with the text on disk unless an editor has it. @returns the path that is shared */
  readonly make: (file: string, outside: string, text: string) => string;
  /** The version that the user picks, if there are several. */
  readonly answer?: string;
  /** What the confirmation says of it. */
  readonly note?: string;
  /** Its program writes on. */
  readonly grow?: (file: string) => void;
}

const api = 'https://code.visualstudio.com/api/references/vscode-api';
const links = 'https://man7.org/linux/man-pages/man7/symlink.7.html';
const onDisk = (file: string, text: string): string => {
  writeFileSync(file, text);
  return file;
};
/** An editor has the text, and the disk an older one. */
const edited = (file: string, open: (uri: VscodeUri) => object): string => {
  Object.assign(workspace, open(Uri.file(onDisk(file, 'old'))));
  return file;
};
const saves = (file: string, text: string) => async () => {
  writeFileSync(file, text);
  return Uri.file(file);
};

export const places: readonly Place[] = [
  { name: 'a saved file', source: api, make: (file, _, text) => onDisk(file, text) },
  {
    name: 'unsaved text',
    source: `${api}#TextDocument`,
    make: (file, _, text) =>
      edited(file, (uri) => ({ textDocuments: [{ uri, isDirty: true, getText: () => text, encoding: 'utf8' }] })),
    answer: 'Unsaved Version',
    note: 'with unsaved changes',
  },
  {
    name: 'an unsaved notebook',
    source: `${api}#NotebookDocument`,
    make: (file, _, text) =>
      edited(file, (uri) => ({ notebookDocuments: [{ uri, isDirty: true, save: saves(file, text) }] })),
    answer: 'Save and Share',
  },
  {
    name: 'an unsaved custom editor',
    source: 'https://code.visualstudio.com/api/extension-guides/custom-editors',
    make: (file, _, text) => {
      const input = Object.assign(new TabInputCustom(), { uri: Uri.file(file) });
      Object.assign(window.tabGroups, { all: [{ tabs: [{ isDirty: true, input }] }] });
      return edited(file, () => ({ save: saves(file, text) }));
    },
    answer: 'Save and Share',
  },
  {
    name: 'a link out of the workspace',
    source: links,
    make: (file, outside, text) => {
      symlinkSync(onDisk(path.join(outside, '.env'), text), file);
      return file;
    },
    note: 'a link to {outside}/.env, outside the workspace',
  },
  {
    name: 'a file of a linked folder',
    source: links,
    make: (file, outside, text) => {
      onDisk(path.join(outside, '.env'), text);
      symlinkSync(outside, `${file}.folder`);
      return path.join(`${file}.folder`, '.env');
    },
    note: 'a link to {outside}/.env, outside the workspace',
  },
  {
    name: 'a file that grows',
    source: 'https://man7.org/linux/man-pages/man1/tail.1.html',
    make: (file, _, text) => onDisk(file, text),
    grow: (file) => appendFileSync(file, 'more\n'),
  },
];

/** Closes what the places have opened. */
export function closePlaces(): void {
  Object.assign(workspace, { textDocuments: [], notebookDocuments: [], save: undefined });
  Object.assign(window.tabGroups, { all: [] });
}
