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

/** The folders of core, the lowest layer first. `folders.test.ts` holds that a layer has no cycles. */
const coreLayers = [
  ['base'],
  ['api'],
  ['auth'],
  ['markdown', 'git'],
  ['attachments', 'drafts', 'messages', 'rooms', 'secrets', 'snippet'],
  ['lines', 'outbox', 'terminal'],
];

/**
 * The dependency rule: extension → compose → background → features → host → platform → core → core/base; servers and
 * webviews are separate.
 */
const rules: readonly Rule[] = [
  ...coreLayers.map((layer, at) => ({
    what: `core/{${layer.join(',')}} import only their layer of core and those below`,
    from: new RegExp(`^src/core/(?:${layer.join('|')})/`),
    never: `^src/(?!core/(?:${coreLayers
      .slice(0, at + 1)
      .flat()
      .join('|')})/)`,
  })),
  {
    what: 'core computes: it imports nothing of Node but hashes and random bytes',
    from: /^src\/core\//,
    never: '^node:(?!crypto$)',
  },
  {
    what: 'the model of a feature computes like core: it imports itself, core, and nothing of Node but hashes',
    from: /^src\/features\/(\w+)\/model\//,
    never: '^(?!src/features/$1/model/|src/core/|node:crypto$)',
  },
  { what: 'platform imports only core', from: /^src\/platform\//, never: '^src/(?!platform/|core/)' },
  {
    what: 'host imports only platform, core and the protocol of its webview',
    from: /^src\/host\//,
    never: '^src/(?!host/|platform/|core/|webview/\\w+/protocol\\.ts$)',
  },
  {
    what: 'a feature imports host, platform, core and the protocol of its webview, and no other feature',
    from: /^src\/features\/([^/]+)\//,
    never: '^src/(?!features/$1/|host/|platform/|core/|webview/\\w+/protocol\\.ts$)',
  },
  {
    what: 'background imports features and the layers below them',
    from: /^src\/background\//,
    never: '^src/(?!background/|features/|host/|platform/|core/)',
  },
  {
    what: 'compose imports no server, webview or entry',
    from: /^src\/compose\//,
    never: '^src/(servers|webview|extension\\.ts)',
  },
  {
    what: 'a server knows only the wire types and the loopback rule of core: it is a second, independent reading of the service API',
    from: /^src\/servers\//,
    never: '^src/(?!servers/|core/api/(resources|send)\\.ts$|core/auth/brokerProtocol\\.ts$|core/base/loopback\\.ts$)',
  },
  { what: 'the broker does not import the sandbox', from: /^src\/servers\/broker\//, never: '^src/servers/sandbox/' },
  { what: 'a server is started as a process', from: /^src\/(?!servers\/)/, never: '^src/servers/' },
  {
    what: 'the command of terminals imports only core, and what it shares with the window about paths and its key',
    from: /^src\/cli\//,
    never:
      '^src/(?!cli/|core/|platform/(isEqualSecret|files/relativePath|terminal/(commandFolder|doorProof|doorRecord))\\.ts$)',
  },
  { what: 'the command is started as a process', from: /^src\/(?!cli\/)/, never: '^src/cli/' },
  { what: 'a webview imports only webview code', from: /^src\/webview\//, never: '^(?!src/webview/)' },
  {
    what: 'VS Code is known to extension.ts, compose, background, host and features',
    from: /^src\/(?!extension\.ts$|compose\/|background\/|host\/|features\/(?!\w+\/model\/))/,
    never: '^vscode$',
  },
  {
    what: 'features and host reach disk, processes and the system through platform',
    from: /^src\/(?:features|host|background|compose)\//,
    never: '^node:(?!path$|crypto$|buffer$|util$|timers/promises$)',
  },
  {
    what: 'only servers, the transport, the loopback server, and the two ends of the terminal open a socket',
    from: /^src\/(?!servers\/|platform\/http\/|platform\/terminal\/doorServer\.ts$|cli\/askWindow\.ts$|platform\/signIn\/loopbackServer\.ts$)/,
    never: '^node:(http|https|http2|net|tls)$',
  },
  {
    what: 'git is started in one place, without the programs that a repository names, and SSH in one',
    from: /^src\/(?!servers\/|platform\/git\/runGit\.ts$|platform\/ssh\/askSsh\.ts$|platform\/sandbox\/sandboxProcess\.ts$)/,
    never: '^node:child_process$',
  },
  onlyIn('undici', 'src/servers/undiciSend.ts'),
  onlyIn('diff', 'src/core/git/lineMap.ts'),
  onlyIn('@xterm/headless', 'src/core/snippet/terminalScreen.ts'),
  onlyIn('markdown-it', 'src/core/markdown/markdownIt.ts'),
  onlyIn('parse5', 'src/core/markdown/htmlToMarkdown.ts'),
  onlyIn('@secretlint', 'src/core/secrets/rules/serviceKeys.ts'),
  onlyIn('@hono/node-server', 'src/servers/listen.ts'),
  onlyIn('hono/html', 'src/servers/pages/htmlPage.ts'),
  onlyIn('jose', 'src/servers/broker/seals.ts'),
  onlyIn('@redis/client', 'src/servers/broker/state/redisConnection.ts'),
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

describe('the dependency rule', () => {
  it('has a layer for each folder of core', () => {
    const folders = new Set(projectFiles('src/core/*/**').map((path) => path.split('/')[2]));
    assert.deepEqual([...folders].sort(), coreLayers.flat().sort());
  });

  for (const rule of rules) {
    it(rule.what, () => {
      const isUsed = imports.some(({ from }) => rule.from.test(from));
      assert.ok(isUsed, 'the rule is about no file');
      const broken = imports.filter((found) => breaks(rule, found));
      assert.deepEqual(broken, []);
    });
  }

  it('finds an import that a list of prefixes would miss', () => {
    const holes = [
      ['src/servers/broker/broker.ts', 'src/core/git/repository.ts'],
      ['src/servers/sandbox/service/app.ts', 'src/features/diagnose/model/redact.ts'],
      ['src/webview/reader/main.ts', 'src/core/base/errors.ts'],
      ['src/webview/reader/main.ts', 'src/host/vscode/settings.ts'],
      ['src/core/rooms/roomList.ts', 'src/core/outbox/outbox.ts'],
      ['src/core/base/scheduling/backOff.ts', 'src/core/api/retryAfter.ts'],
      ['src/core/markdown/checkMarkdown.ts', 'src/core/snippet/snippetMessage.ts'],
      ['src/core/outbox/outbox.ts', 'src/features/watchRooms/model/roomWatcher.ts'],
      ['src/platform/sandbox/sandboxProcess.ts', 'src/servers/sandbox/service/sandbox.ts'],
      ['src/features/share/share.ts', 'src/features/reader/roomReader.ts'],
      ['src/core/messages/sharedBlocks.ts', 'vscode'],
      ['src/core/outbox/outbox.ts', 'node:fs/promises'],
      ['src/core/outbox/outbox.ts', 'src/platform/storage/shareFolder.ts'],
      ['src/platform/storage/shareFolder.ts', 'src/host/vscode/storage.ts'],
    ] as const;
    for (const [from, to] of holes)
      assert.ok(
        rules.some((rule) => breaks(rule, { from, to })),
        `${from} → ${to}`,
      );
  });
});
