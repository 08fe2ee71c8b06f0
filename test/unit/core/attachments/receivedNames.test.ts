import assert from 'node:assert/strict';
import path from 'node:path';
import { dispositionFileName } from '../../../../src/core/api/contentInfo.ts';
import { safeFileName } from '../../../../src/core/attachments/fileNames.ts';

const hostileNames = [
  '',
  ' ',
  '.',
  '..',
  '...',
  '/',
  '\\',
  '../a',
  '..\\a',
  '../../../../etc/passwd',
  '..\\..\\Windows\\win.ini',
  '/etc/passwd',
  'C:\\a.txt',
  'C:a.txt',
  '\\\\server\\share\\a',
  'file:///etc/passwd',
  'a/../../b',
  'a\\..\\..\\b',
  './.git/hooks/pre-commit',
  '.git',
  '.GIT',
  'CON',
  'con.txt',
  'PRN.tar.gz',
  'AUX ',
  'nul.',
  'COM1',
  'com9.log',
  'LPT1.txt',
  'COM\u00b9',
  'CLOCK$',
  'a.txt:stream',
  'a.txt::$DATA',
  'a\u0000.exe',
  'a\u0000/../b',
  'a\r\nSet-Cookie: x',
  'a\nb',
  'a\tb',
  '\u007fa',
  '\u0085a',
  'a\u2028b',
  '\u202egnp.exe',
  'a\u200b.txt',
  '\ufeffa',
  '\u2066a\u2069',
  '\u2215etc\u2215passwd',
  '\uff0e\uff0e\uff0fa',
  '%2e%2e%2fa',
  '..%2fa',
  '<script>alert(1)</script>.html',
  '"quoted".txt',
  'a"b.txt',
  "a'b.txt",
  'a;b=c.txt',
  'a|b>c<d*?.txt',
  '~/.ssh/id_rsa',
  '$HOME/a',
  '`id`',
  '-rf',
  'a'.repeat(10_000),
  `${'a'.repeat(300)}.txt`,
  '漢'.repeat(200),
  '\u{1f600}'.repeat(100),
  'e\u0301'.repeat(300),
  'отчёт за март.docx',
  'été à la plage.png',
  '=?UTF-8?B?Li4vYQ==?=',
];

const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
const asBytes = (name: string): string => Buffer.from(name).toString('latin1');
const quoted = (name: string): string => `"${asBytes(name).replace(/["\\]/g, '\\$&')}"`;

/** Forms of names in headers, valid and invalid. */
const forms: readonly ((name: string) => string)[] = [
  (name) => `attachment; filename=${quoted(name)}`,
  (name) => `attachment; filename="${asBytes(name)}`,
  (name) => `attachment;filename=${asBytes(name)}`,
  (name) => `attachment; filename*=UTF-8''${encoded(name)}`,
  (name) => `ATTACHMENT; FileName="harmless.txt"; FILENAME*=utf-8'en'${encoded(name)}`,
  (name) => `inline; filename="first.txt"; filename=${quoted(name)}`,
];

const broken = [
  '',
  'attachment',
  'attachment;',
  'attachment; filename',
  'attachment; filename=',
  'attachment; filename=""',
  "attachment; filename*=''",
  "attachment; filename*=UTF-8''",
  "attachment; filename*=UTF-8''%zz",
  "attachment; filename*=UTF-8''%ff%fe",
  "attachment; filename*=UTF-16''%00a",
  "attachment; filename*=iso-8859-1'de'%e4.txt",
  'attachment; filename*0="a"; filename*1="b"',
  'form-data; name="files"; filename="x.txt"',
  ';;;;filename=";;;"',
];

const headers = [...hostileNames.flatMap((name) => forms.map((form) => form(name))), ...broken];

describe('names of received files', () => {
  it('covers at least 300 headers', () => assert.ok(headers.length >= 300, `${headers.length}`));

  for (const [system, rules, folder] of [
    ['Linux and macOS', path.posix, '/home/me/work'],
    ['Windows', path.win32, 'C:\\work'],
  ] as const) {
    it(`are one safe name inside the folder on ${system}, for any header`, () => {
      for (const header of headers) {
        const name = safeFileName(dispositionFileName(header), 'attachment');
        const label = JSON.stringify([header.slice(0, 200), name.slice(0, 200)]);
        assert.equal(rules.dirname(rules.resolve(folder, name)), folder, label);
        assert.equal(rules.basename(rules.resolve(folder, name)), name, label);
        assert.doesNotMatch(name, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>:"|?*\\/]|[. ]$/u, label);
        assert.doesNotMatch(name, /^(?:con|prn|aux|nul|com\d|lpt\d|clock\$)(?:\.|$)|^\.git$/i, label);
        assert.ok(name.length > 0 && Buffer.byteLength(name) <= 200, label);
      }
    });
  }
});
