import assert from 'node:assert/strict';
import { build, stop } from 'esbuild';
import { entriesFor } from '../../../../esbuild.mjs';
import { projectFiles, projectRoot, projectText } from '../../project/projectFiles.ts';

describe('[S44] the packaged extension', function () {
  this.timeout(30_000);
  const packaged = projectText('.vscodeignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  after(() => stop());

  it('has an allow-list without broker, tests, keys and settings', () => {
    assert.equal(projectText('.vscodeignore').split('\n')[0], '**');
    const forbidden = [
      'dist/broker.mjs',
      'Dockerfile',
      '.env',
      'test/support/fakes/tls/key.pem',
      'src/servers/broker/main.ts',
    ];
    const files = [...packaged.flatMap((pattern) => projectFiles(pattern)), ...packaged];
    assert.ok(files.includes('dist/extension.cjs'));
    for (const path of forbidden) assert.ok(!files.includes(path), path);
    assert.deepEqual(
      files.filter((path) => /broker|secret|\.env|\.pem|\.key$/i.test(path)),
      [],
    );
  });

  it('contains no key, no token and nothing of the build environment', async () => {
    const canary = 'canary-4f1c9d0e7b';
    const entries = entriesFor(true).filter(({ outfile }) => outfile === undefined || packaged.includes(outfile));
    const programs = packaged.filter((path) => /^dist\/\w+\.[cm]?js$/.test(path));
    assert.equal(entries.length, programs.length, 'every program of the package');
    assert.deepEqual(
      programs.filter((path) => !entries.some(({ outfile }) => outfile === path)),
      ['dist/extension.cjs'],
      'built with its chunks into a folder',
    );
    process.env.BROKER_CLIENT_SECRET = canary;
    try {
      for (const entry of entries) {
        const { outputFiles } = await build({ ...entry, absWorkingDir: projectRoot, write: false });
        const text = outputFiles?.map((file) => file.text).join('\n') ?? '';
        assert.ok(text.length > 1000);
        assert.doesNotMatch(text, /-----BEGIN [A-Z ]*PRIVATE KEY-----/);
        assert.doesNotMatch(text, /\bk\d{8}:[\w-]{43}\b/, 'a seal key');
        assert.doesNotMatch(text, /client_secret["']?\s*[:=]\s*["'][^"']{8,}/, 'a client secret');
        assert.ok(!text.includes(canary) && !text.includes('BROKER_CLIENT_SECRET'));
      }
    } finally {
      delete process.env.BROKER_CLIENT_SECRET;
    }
  });
});
