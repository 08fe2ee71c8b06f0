import assert from 'node:assert/strict';
import { projectText } from '../../project/projectFiles.ts';

describe('the image of the broker', () => {
  const dockerfile = projectText('docker/broker.Dockerfile');

  it('is built on an image that is pinned by digest, with the Node of the tests', () => {
    const { devDependencies } = JSON.parse(projectText('package.json')) as { devDependencies: { node: string } };
    const [, version] = /^ARG NODE_IMAGE=node:([\d.]+)-slim@sha256:[0-9a-f]{64}$/m.exec(dockerfile) ?? [];
    assert.equal(version, devDependencies.node);
  });

  it('uses that image for every stage', () => {
    const sources = dockerfile.split('\n').filter((line) => line.startsWith('FROM '));
    assert.equal(sources.length, 2);
    for (const source of sources)
      assert.match(source, /^FROM (?:--platform=\$BUILDPLATFORM )?\$\{NODE_IMAGE\}( AS build)?$/);
  });

  it('checks only that the process is alive, so that an outage of Redis causes no restart', () => {
    assert.match(dockerfile, /^HEALTHCHECK .* CMD \["node", "broker\.mjs", "--health"\]$/m);
  });
});
