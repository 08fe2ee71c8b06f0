// The second half of `npm run image`, run by image.mjs under the project's Node.
//   npm run image -- [--builder docker|buildah] [--node-image IMAGE | --image NAME@DIGEST]
// Builds the image of the broker, or pulls it, then signs in through containers of it and attacks them, with the sandbox as the service.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { endOnSignals } from '../harness/endOnSignals.ts';
import { say, step } from '../harness/progress.mjs';
import { projectRoot } from '../harness/projectRoot.mjs';
import { builders, builderVariable, image } from './containers.ts';

async function tryContainers(tool: string): Promise<void> {
  const test = ['test/support/harness/test.mjs', 'test/unit/servers/broker/container.test.ts'];
  const env = { ...process.env, [builderVariable]: tool };
  const [code] = await once(spawn(process.execPath, test, { cwd: projectRoot, stdio: 'inherit', env }), 'exit');
  if (code !== 0) throw new Error('a container of the image failed its tests');
}

endOnSignals();
const { values } = parseArgs({
  options: {
    builder: { type: 'string', default: 'docker' },
    'node-image': { type: 'string' },
    image: { type: 'string' },
  },
});
const builder = builders[values.builder];
if (builder === undefined) throw new Error(`--builder is one of: ${Object.keys(builders).join(', ')}`);
const given = values.image;
if (given === undefined) await step(`building ${image}`, () => builder.build(values['node-image']));
else await step(`pulling ${given}`, () => builder.pull(given));
await step('signing in through containers, and attacking them', () => tryContainers(values.builder));
say('The image signs in, and withstands the attacks.');
