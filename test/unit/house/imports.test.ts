import assert from 'node:assert/strict';
import { importedModules } from './importedModules.ts';
import { projectFiles, projectText } from './projectFiles.ts';

const sources = projectFiles('src/**/*.ts').map((path) => ({ path, modules: importedModules(projectText(path)) }));

function importersOf(packageName: string): readonly string[] {
  const isOf = (module: string): boolean => module === packageName || module.startsWith(`${packageName}/`);
  return sources.filter(({ modules }) => modules.some(isOf)).map(({ path }) => path);
}

describe('the sources', () => {
  it('are all looked at here', () => {
    assert.ok(sources.length > 100);
    assert.ok(sources.find(({ path }) => path === 'src/extension.ts')?.modules.includes('vscode'));
  });

  it('are read for every form of import', () => {
    const text = `import a from 'one';\nimport 'two';\nexport { b } from "three";\nawait import('four');\ntype T = typeof import('five');\nrequire('six');`;
    assert.deepEqual([...importedModules(text)].sort(), ['five', 'four', 'one', 'six', 'three', 'two']);
  });

  for (const [packageName, home] of [
    ['undici', 'src/servers/undiciSend.ts'],
    ['markdown-it', 'src/core/markdown/markdownEngine.ts'],
    ['@secretlint/secretlint-rule-preset-recommend', 'src/core/share/scan/secretlintRules.ts'],
    ['@hono/node-server', 'src/servers/listen.ts'],
    ['jose', 'src/servers/broker/seal/seals.ts'],
    ['@redis/client', 'src/servers/broker/state/redisState.ts'],
  ] as const) {
    it(`import ${packageName} in one file alone`, () => {
      assert.deepEqual(importersOf(packageName), [home]);
    });
  }

  it('know VS Code in extension.ts, compose, host and features alone', () => {
    const strangers = importersOf('vscode').filter(
      (path) => !/^src\/(extension\.ts$|compose\/|host\/|features\/)/.test(path),
    );
    assert.deepEqual(strangers, []);
  });

  it('open no socket of their own outside servers, the transport and the door for one callback', () => {
    const network = ['node:http', 'node:https', 'node:net', 'node:tls', 'node:http2'];
    const openers = sources
      .filter(({ modules }) => modules.some((module) => network.includes(module)))
      .map(({ path }) => path)
      .filter(
        (path) => !/^src\/servers\/|^src\/core\/api\/node[A-Z]|^src\/core\/auth\/loopbackRedirect\.ts$/.test(path),
      );
    assert.deepEqual(openers, []);
  });

  it('start the sandbox as a process and import nothing of a server into the extension', () => {
    const borrowers = sources
      .filter(({ path }) => !path.startsWith('src/servers/'))
      .filter(({ modules }) => modules.some((module) => module.includes('/servers/')))
      .map(({ path }) => path);
    assert.deepEqual(borrowers, []);
  });

  it('[S1] open the browser in one place, and never show a sign-in in a webview', () => {
    const openers = sources.filter(({ path }) => /openExternal/.test(projectText(path)));
    assert.deepEqual(
      openers.map(({ path }) => path),
      ['src/host/openInBrowser.ts'],
    );
    const desk = sources.filter(({ path }) => /^src\/(host|features)\/.*[sS]ignIn/.test(path));
    assert.ok(desk.length >= 6);
    for (const { path } of desk) assert.doesNotMatch(projectText(path), /[wW]ebview/, path);
  });

  it('do not use URL.canParse, whose compiled form in Node 22 refuses letters beyond ASCII', () => {
    const users = sources.filter(({ path }) => /\bcanParse\(/.test(projectText(path))).map(({ path }) => path);
    assert.deepEqual(users, []);
  });

  it('do without catch-all names', () => {
    const vague = /(manager|helpers?|utils?|common|misc)(?=[A-Z.]|$)/i;
    const named = projectFiles('{src,test}/**/*.ts').filter((path) => vague.test(path.split('/').at(-1) ?? ''));
    assert.deepEqual(named, []);
  });
});
