/** One form in which a text with a secret is shared. */
export interface Container {
  readonly name: string;
  /** Where people meet it: a public document or report. */
  readonly source: string;
  readonly wrap: (text: string) => string;
}

const eachLine = (text: string, write: (line: string, index: number) => string): string =>
  text.split('\n').map(write).join('\n');
const before =
  (mark: string) =>
  (text: string): string =>
    eachLine(text, (line) => mark + line);
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const html = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
const patchOf = (sign: string) => (text: string) => {
  const count = text.split('\n').length;
  const [old, now] = [sign === '+' ? 0 : count, sign === '-' ? 0 : count];
  return `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,${old + 1} +1,${now + 1} @@ f()\n first\n${before(sign)(text)}`;
};
const git = 'https://git-scm.com/docs/diff-format';

/** What stands before lines, with a blank after it and without. */
export const marks: readonly Container[] = ['+', '-', '>', '$', '12:', '--', '#', '//', '  ', '\t']
  .flatMap((mark) => [mark, `${mark} `])
  .map((mark) => ({
    name: JSON.stringify(mark),
    source: 'https://github.com/gitleaks/gitleaks/issues',
    wrap: before(mark),
  }));

/** The decorations and containers of a text. */
export const containers: readonly Container[] = [
  { name: 'nothing', source: git, wrap: (text) => text },
  ...marks,
  { name: 'added lines of a patch', source: git, wrap: patchOf('+') },
  { name: 'removed lines of a patch', source: git, wrap: patchOf('-') },
  { name: 'unchanged lines of a patch', source: git, wrap: patchOf(' ') },
  {
    name: 'combined patch',
    source: `${git}#_combined_diff_format`,
    wrap: (text) => `@@@ -1,2 -1,2 +1,3 @@@\n  a\n${before('- ')(text)}\n${before(' +')('b')}`,
  },
  { name: 'commented lines of a patch', source: git, wrap: (text) => patchOf('-')(before('# ')(text)) },
  {
    name: 'fence of a patch',
    source: 'https://spec.commonmark.org/0.31.2/#info-strings',
    wrap: (text) => `**x** · changes\n\n\`\`\`diff\n${before('-')(text)}\n\`\`\``,
  },
  {
    name: 'changed in a patch',
    source: git,
    wrap: (text) => `@@ -1 +1 @@\n${eachLine(text, (line) => `-${line.replace(/\w/g, 'x')}`)}\n${before('+')(text)}`,
  },
  { name: 'quote of a quote', source: 'https://spec.commonmark.org/0.31.2/#block-quotes', wrap: before('> > ') },
  {
    name: 'numbers of cat',
    source: 'https://man7.org/linux/man-pages/man1/cat.1.html',
    wrap: (text) => eachLine(text, (line, at) => `${String(at + 1).padStart(6)}\t${line}`),
  },
  {
    name: 'numbers of grep',
    source: 'https://man7.org/linux/man-pages/man1/grep.1.html',
    wrap: (text) => eachLine(text, (line, at) => `src/config.ts:${at + 7}:${line}`),
  },
  {
    name: 'numbers of a compiler',
    source: 'https://doc.rust-lang.org/rustc/json.html',
    wrap: (text) => eachLine(text, (line, at) => `${at + 7} | ${line}`),
  },
  {
    name: 'prompt of a shell',
    source: 'https://code.visualstudio.com/docs/terminal/shell-integration',
    wrap: before('me@host:~/app$ '),
  },
  { name: 'prompt of PowerShell', source: 'https://learn.microsoft.com/powershell', wrap: before('PS C:\\app> ') },
  {
    name: 'times of a log',
    source: 'https://docs.docker.com/reference/cli/docker/container/logs',
    wrap: before('2026-01-02T03:04:05.123456Z '),
  },
  {
    name: 'times and levels of a log',
    source: 'https://docs.python.org/3/howto/logging.html',
    wrap: before('[2026-01-02 03:04:05,123] INFO '),
  },
  {
    name: 'log of containers',
    source: 'https://docs.docker.com/reference/cli/docker/compose/logs',
    wrap: before('web-1  | '),
  },
  {
    name: 'comment of C',
    source: 'https://en.cppreference.com/w/c/comment',
    wrap: (text) => `/*\n${before(' * ')(text)}\n */`,
  },
  { name: 'list', source: 'https://spec.commonmark.org/0.31.2/#lists', wrap: before('- ') },
  {
    name: 'JSON',
    source: 'https://www.rfc-editor.org/rfc/rfc8259',
    wrap: (text) => JSON.stringify({ text, at: 1 }, undefined, 2),
  },
  {
    name: 'JSON in JSON',
    source: 'https://docs.aws.amazon.com/sns',
    wrap: (text) => JSON.stringify({ Message: JSON.stringify({ text }) }),
  },
  {
    name: 'JSON of PHP',
    source: 'https://www.php.net/manual/en/json.constants.php#constant.json-unescaped-slashes',
    wrap: (text) => JSON.stringify({ text }).replaceAll('/', '\\/'),
  },
  {
    name: 'CSV',
    source: 'https://www.rfc-editor.org/rfc/rfc4180',
    wrap: (text) => `1,"${text.replaceAll('"', '""')}",x`,
  },
  {
    name: 'SQL',
    source: 'https://www.postgresql.org/docs/current/sql-syntax-lexical.html#SQL-SYNTAX-STRINGS',
    wrap: (text) => `insert into notes values ('${text.replaceAll("'", "''")}', 1);`,
  },
  {
    name: 'colors of a terminal',
    source: 'https://github.com/actions/runner/issues/241',
    wrap: (text) => eachLine(text, (line) => `\u001b[1;31m${line}\u001b[0m`),
  },
  {
    name: 'notebook',
    source: 'https://nbformat.readthedocs.io',
    wrap: (text) => JSON.stringify({ cells: [{ cell_type: 'code', source: text.split(/(?<=\n)/) }] }, undefined, 1),
  },
  { name: 'HTML', source: 'https://html.spec.whatwg.org', wrap: (text) => `<pre><code>${html(text)}</code></pre>` },
  {
    name: 'row of a table',
    source: 'https://github.github.com/gfm/#tables-extension-',
    wrap: (text) => `| x | ${text.split('\n').join('<br>')} |`,
  },
  { name: 'CRLF', source: 'https://editorconfig.org', wrap: (text) => text.replaceAll('\n', '\r\n') },
  { name: 'byte order mark', source: 'https://www.unicode.org/faq/utf_bom.html', wrap: (text) => `\ufeff${text}` },
  {
    name: 'block of YAML',
    source: 'https://yaml.org/spec/1.2.2/',
    wrap: (text) => `data:\n  app: |\n${before('    ')(text)}\n`,
  },
  {
    name: 'patch in a quote',
    source: 'https://github.com/orgs/community/discussions',
    wrap: (text) => before('> ')(patchOf('-')(text)),
  },
];
