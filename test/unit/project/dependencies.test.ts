import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { importedModules } from './importedModules.ts';
import { projectFiles, projectText } from './projectFiles.ts';

/** An import: of a file of the project by its path from the root, of anything else by its name. */
interface Import {
  readonly from: string;
  readonly to: string;
}

interface Rule {
  readonly what: string;
  /** The files whose imports the rule restricts. */
  readonly from: RegExp;
  /** The modules that they must not import. `$1` is the first group of `from`. */
  readonly never: string;
}

const onlyIn = (name: string, home: string): Rule => ({
  what: `only ${home} imports ${name}`,
  from: new RegExp(`^(?!${home}$)`),
  never: `^${name}(/|$)`,
});

/** The dependency rule: extension → compose → features → host → core → core/base; servers and webviews are separate. */
const rules: readonly Rule[] = [
  { what: 'core imports only core', from: /^src\/core\//, never: '^src/(?!core/)' },
  { what: 'core/base imports only itself', from: /^src\/core\/base\//, never: '^src/(?!core/base/)' },
  { what: 'core/api imports only core/base', from: /^src\/core\/api\//, never: '^src/(?!core/(api|base)/)' },
  {
    what: 'core/auth imports only core/api and below',
    from: /^src\/core\/auth\//,
    never: '^src/(?!core/(auth|api|base)/)',
  },
  {
    what: 'core/git and core/markdown import only core/api and below',
    from: /^src\/core\/(git|markdown)\//,
    never: '^src/(?!core/($1|api|base)/)',
  },
  {
    what: 'core/rooms, core/attachments and core/diagnose import only core/auth and below',
    from: /^src\/core\/(rooms|attachments|diagnose)\//,
    never: '^src/(?!core/($1|auth|api|base)/)',
  },
  {
    what: 'core/messages does not import what sends',
    from: /^src\/core\/messages\//,
    never: '^src/core/(outbox|diagnose)/',
  },
  {
    what: 'core/diagnose is imported by no other part of core',
    from: /^src\/core\/(?!diagnose\/)/,
    never: '^src/core/diagnose/',
  },
  { what: 'host imports only core', from: /^src\/host\//, never: '^src/(?!host/|core/)' },
  {
    what: 'a feature imports host, core and the protocol of its webview, and no other feature',
    from: /^src\/features\/([^/]+)\//,
    never: '^src/(?!features/$1/|host/|core/|webview/\\w+/protocol\\.ts$)',
  },
  {
    what: 'compose imports no server, webview or entry',
    from: /^src\/compose\//,
    never: '^src/(servers|webview|extension\\.ts)',
  },
  {
    what: 'a server knows only the wire types of core: it is a second, independent reading of the service API',
    from: /^src\/servers\//,
    never: '^src/(?!servers/|core/api/(resources|send)\\.ts$|core/auth/brokerProtocol\\.ts$)',
  },
  { what: 'the broker does not import the sandbox', from: /^src\/servers\/broker\//, never: '^src/servers/sandbox/' },
  { what: 'a server is started as a process', from: /^src\/(?!servers\/)/, never: '^src/servers/' },
  { what: 'a webview imports only webview code', from: /^src\/webview\//, never: '^(?!src/webview/)' },
  {
    what: 'VS Code is known to extension.ts, compose, host and features',
    from: /^src\/(?!extension\.ts$|compose\/|host\/|features\/)/,
    never: '^vscode$',
  },
  {
    what: 'only servers, the transport and the loopback redirect open a socket',
    from: /^src\/(?!servers\/|core\/api\/http\/node[A-Z]|core\/auth\/signIn\/loopbackServer\.ts$)/,
    never: '^node:(http|https|http2|net|tls)$',
  },
  onlyIn('undici', 'src/servers/undiciSend.ts'),
  onlyIn('markdown-it', 'src/core/markdown/markdownIt.ts'),
  onlyIn('@secretlint', 'src/core/secrets/rules/secretlintRules.ts'),
  onlyIn('@hono/node-server', 'src/servers/listen.ts'),
  onlyIn('hono/html', 'src/servers/pages/htmlPage.ts'),
  onlyIn('jose', 'src/servers/broker/seal/seals.ts'),
  onlyIn('@redis/client', 'src/servers/broker/state/redisState.ts'),
];

const imports: readonly Import[] = projectFiles('src/**/*.ts').flatMap((from) =>
  importedModules(projectText(from)).map((name) => ({
    from,
    to: name.startsWith('.') ? posix.join(posix.dirname(from), name) : name,
  })),
);

function breaks({ from, never }: Rule, { from: importer, to }: Import): boolean {
  const match = from.exec(importer);
  return match !== null && new RegExp(never.replaceAll('$1', match[1] ?? '')).test(to);
}

function rulesBrokenBy(from: string, to: string): readonly string[] {
  return rules.filter((rule) => breaks(rule, { from, to })).map(({ what }) => what);
}

describe('the dependency rule', () => {
  for (const rule of rules) {
    it(rule.what, () => {
      assert.ok(
        imports.some(({ from }) => rule.from.test(from)),
        'the rule is about no file',
      );
      const broken = imports.filter((found) => breaks(rule, found));
      assert.deepEqual(broken, []);
    });
  }

  it('finds an import that a list of prefixes would miss', () => {
    const holes = [
      ['src/servers/broker/app.ts', 'src/core/git/repository.ts'],
      ['src/servers/sandbox/app.ts', 'src/core/diagnose/checkService.ts'],
      ['src/webview/reader/main.ts', 'src/core/base/errors.ts'],
      ['src/webview/reader/main.ts', 'src/host/vscode/settings.ts'],
      ['src/core/rooms/roomList.ts', 'src/core/outbox/outbox.ts'],
      ['src/features/sandbox/startSandbox.ts', 'src/servers/sandbox/sandbox.ts'],
      ['src/features/share/share.ts', 'src/features/reader/roomReader.ts'],
      ['src/core/messages/sharedBlocks.ts', 'vscode'],
    ] as const;
    for (const [from, to] of holes) assert.ok(rulesBrokenBy(from, to).length > 0, `${from} → ${to}`);
  });

  it('allows imports of lower layers', () => {
    const allowed = [
      ['src/features/share/share.ts', 'src/features/share/sources/selection.ts'],
      ['src/features/reader/roomReader.ts', 'src/webview/reader/protocol.ts'],
      ['src/servers/sandbox/app.ts', 'src/core/api/resources.ts'],
      ['src/core/outbox/outbox.ts', 'src/core/auth/session.ts'],
    ] as const;
    for (const [from, to] of allowed) assert.deepEqual(rulesBrokenBy(from, to), []);
  });
});
