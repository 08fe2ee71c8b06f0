import assert from 'node:assert/strict';
import { projectFiles, projectText } from './projectFiles.ts';

const folder = 'docs/decisions/';
const notes = projectFiles(`${folder}*.md`).filter((path) => path !== `${folder}README.md`);
const nameOf = (path: string): string => path.slice(folder.length);

/** The headings of a note, with their marks. */
function headings(path: string): readonly string[] {
  return [...projectText(path).matchAll(/^#+ .*$/gm)].map(([heading]) => heading);
}

describe('the decisions', () => {
  it('have a unique number of four digits', () => {
    assert.ok(notes.length > 30);
    const odd = notes.map(nameOf).filter((name) => !/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.md$/.test(name));
    assert.deepEqual(odd, []);
    assert.equal(new Set(notes.map((path) => nameOf(path).slice(0, 4))).size, notes.length);
  });

  it('have a title and the sections of the template', () => {
    const wrong = notes.filter((path) => {
      const [title = '', ...sections] = headings(path);
      return !/^# \S/.test(title) || sections.join() !== '## Status,## Context,## Decision,## Consequences';
    });
    assert.deepEqual(wrong, []);
  });

  it('have a line each in the index, by number and with their title', () => {
    const rows = [...projectText(`${folder}README.md`).matchAll(/^- \[(\d{4})\]\((\S+)\): (.*)$/gm)];
    const expected = notes.map((path) => [nameOf(path).slice(0, 4), nameOf(path)]);
    const numbered = rows.map(([, number, name]) => [number, name]);
    assert.deepEqual(numbered, expected);
    const titles = new Map(notes.map((path) => [nameOf(path), headings(path)[0]?.slice(2) ?? '']));
    const wrong = rows.filter(([, , name = '', line = '']) => line !== titles.get(name));
    const lines = wrong.map(([line]) => line);
    assert.deepEqual(lines, []);
  });

  it('are named once each, above what they are about', () => {
    const named = ['src/**/*.ts', 'test/support/**/*.ts'].flatMap((pattern) =>
      projectFiles(pattern).flatMap((path) => [...projectText(path).matchAll(/^\/\/ decisions\/(\d{4})$/gm)]),
    );
    const numbers = named.map(([, number = '']) => number).sort();
    assert.deepEqual(
      numbers,
      notes.map((path) => nameOf(path).slice(0, 4)),
    );
  });
});
