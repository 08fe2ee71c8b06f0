import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { projectRoot } from '../harness/projectRoot.mjs';

const dockerfile = 'docker/broker.Dockerfile';
/** The name of the image. */
export const image = 'roomside-broker';
/** Names the tool whose image the tests of the broker's container run. */
export const builderVariable = 'ROOMSIDE_BROKER_IMAGE';

/** What a container gets: its environment, and a folder of this machine that it can read at a path. */
export interface ContainerSettings {
  readonly variables: Readonly<Record<string, string>>;
  readonly folder: { readonly from: string; readonly at: string };
}

/** A container of the image that runs in the network of this machine. */
export interface Container {
  /** Its standard output. */
  readonly output: Readable;
  /** Runs the program of the image in it with an option. @returns its exit code */
  run(option: string): Promise<number>;
  stop(): Promise<void>;
}

/** A tool that builds images and runs containers. */
export interface Builder {
  build(nodeImage: string | undefined): Promise<void>;
  /** Gives the name of the image to one that was pushed. */
  pull(pushed: string): Promise<void>;
  start(settings: ContainerSettings): Promise<Container>;
}

type Spawned = readonly [program: string, ...args: string[]];

function spawnShown([program, ...args]: Spawned): ChildProcess {
  return spawn(program, args, { cwd: projectRoot, stdio: ['ignore', 'inherit', 'inherit'] });
}

function spawnRead([program, ...args]: Spawned): ChildProcessByStdio<null, Readable, null> {
  return spawn(program, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function exitCodeOf(command: Spawned): Promise<number> {
  const [code] = await once(spawnShown(command), 'exit');
  return code ?? 1;
}

async function succeed(command: Spawned): Promise<void> {
  const code = await exitCodeOf(command);
  if (code !== 0) throw new Error(`${command.slice(0, 4).join(' ')} ended with ${code}`);
}

async function outputOf(command: Spawned): Promise<string> {
  const child = spawnRead(command);
  const [chunks, [code]] = await Promise.all([child.stdout.toArray(), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`);
  return Buffer.concat(chunks).toString().trim();
}

const nodeArgument = (nodeImage: string | undefined): readonly string[] =>
  nodeImage === undefined ? [] : ['--build-arg', `NODE_IMAGE=${nodeImage}`];

const settingsOf = ({ variables, folder: { from, at } }: ContainerSettings): readonly string[] => [
  ...Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  ...['--volume', `${from}:${at}:ro`],
];

/** The rights and limits of docker/compose.yaml. */
const limits = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges:true', '--stop-timeout', '45'];

const docker: Builder = {
  build: (nodeImage) => succeed(['docker', 'build', '-f', dockerfile, '-t', image, ...nodeArgument(nodeImage), '.']),
  async pull(pushed) {
    await succeed(['docker', 'pull', pushed]);
    await succeed(['docker', 'tag', pushed, image]);
  },
  async start(settings) {
    const name = `${image}-${randomUUID()}`;
    const own = ['--rm', '--name', name, '--network', 'host', ...settingsOf(settings)];
    const server = spawnRead(['docker', 'run', ...limits, ...own, image]);
    const ended = once(server, 'exit');
    return {
      output: server.stdout,
      run: (option) => exitCodeOf(['docker', 'exec', name, 'node', 'broker.mjs', option]),
      async stop() {
        await outputOf(['docker', 'stop', name]);
        await ended;
      },
    };
  },
};

/** Without a daemon, and without the rights that isolation by namespaces needs. */
const buildahCommand = ['buildah', '--storage-driver', process.env.BUILDAH_STORAGE_DRIVER ?? 'vfs'] as const;

const buildah: Builder = {
  build: (nodeImage) =>
    succeed([
      ...buildahCommand,
      ...['bud', '--isolation', 'chroot', '--format', 'docker', '-f', dockerfile, '-t', image],
      ...nodeArgument(nodeImage),
      '.',
    ]),
  async pull(pushed) {
    await succeed([...buildahCommand, 'pull', pushed]);
    await succeed([...buildahCommand, 'tag', pushed, image]);
  },
  async start(settings) {
    const id = await outputOf([...buildahCommand, 'from', image]);
    const inspected = JSON.parse(await outputOf([...buildahCommand, 'inspect', id]));
    // "buildah run" takes the user and the variables of the image, and not its program.
    const { Entrypoint: program } = inspected.Docker.config as { readonly Entrypoint: readonly string[] };
    const run = (...options: readonly string[]): Spawned => [
      ...buildahCommand,
      ...['run', '--isolation', 'chroot', ...settingsOf(settings), id, '--', ...program, ...options],
    ];
    const server = spawnRead(run());
    const ended = once(server, 'exit');
    return {
      output: server.stdout,
      run: (option) => exitCodeOf(run(option)),
      async stop() {
        server.kill('SIGTERM');
        await ended;
        await outputOf([...buildahCommand, 'rm', id]);
      },
    };
  },
};

export const builders: Readonly<Record<string, Builder>> = { docker, buildah };
