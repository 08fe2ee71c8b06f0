import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mediaType } from '../../../../src/core/attachments/mediaType.ts';
import { hostileText, manyCases } from '../markdown/hostileText.ts';

const documented = {
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  bmp: 'image/bmp',
  gif: 'image/gif',
  png: 'image/png',
};

describe('mediaType', () => {
  for (const [extension, type] of Object.entries(documented)) {
    it(`sends .${extension} as ${type}, in either case`, () => {
      assert.equal(mediaType(`a.${extension}`), type);
      assert.equal(mediaType(`A.${extension.toUpperCase()}`), type);
    });
  }

  for (const [name, type] of [
    ['a.ts', 'text/plain'],
    ['a.tsx', 'text/plain'],
    ['a.py', 'text/plain'],
    ['a.txt', 'text/plain'],
    ['a.js', 'text/javascript'],
    ['a.json', 'application/json'],
    ['a.md', 'text/markdown'],
    ['a.html', 'text/html'],
    ['a.css', 'text/css'],
    ['a.csv', 'text/csv'],
    ['a.yml', 'application/yaml'],
    ['a.svg', 'image/svg+xml'],
    ['a.patch', 'text/x-diff'],
    ['a.zip', 'application/zip'],
    ['a.tar.gz', 'application/gzip'],
    ['Dockerfile', 'text/plain'],
    ['LICENSE', 'text/plain'],
    ['.gitignore', 'text/plain'],
    ['src/a.b/Makefile', 'text/plain'],
    ['src\\a.png', 'image/png'],
    ['a.unheardof', 'application/octet-stream'],
    ['a', 'application/octet-stream'],
    ['a.', 'application/octet-stream'],
    ['png', 'application/octet-stream'],
    ['dir.png/a', 'application/octet-stream'],
    ['', 'application/octet-stream'],
    ['a.constructor', 'application/octet-stream'],
  ] as const) {
    it(`sends "${name}" as ${type}`, () => {
      assert.equal(mediaType(name), type);
    });
  }

  it('is a well-formed type for any name', () => {
    fc.assert(
      fc.property(hostileText, (name) => {
        assert.match(mediaType(name), /^[a-z]+\/[a-z0-9.+-]+$/);
      }),
      manyCases,
    );
  });
});
