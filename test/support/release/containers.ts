import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectRoot } from '../harness/projectRoot.mjs';

const dockerfile = 'docker/broker.Dockerfile';

/** A container of the image that runs in the network of this machine. */
export interface Container {
  /** Runs the program of the image in it with an option. @returns its exit code */
  run(option: string): Promise<number>;
  stop(): Promise<void>;
}

/** A tool that builds images and runs containers. */
export interface Builder {
  build(name: string, nodeImage: string | undefined): Promise<void>;
  start(name: string, variables: Readonly<Record<string, string>>): Promise<Container>;
}

type Spawned = readonly [program: string, ...args: string[]];

function spawnShown([program, ...args]: Spawned): ChildProcess {
  return spawn(program, args, { cwd: projectRoot, stdio: ['ignore', 'inherit', 'inherit'] });
}

async function exitCodeOf(command: Spawned): Promise<number> {
  const [code] = await once(spawnShown(command), 'exit');
  return code ?? 1;
}

async function succeed(command: Spawned): Promise<void> {
  const code = await exitCodeOf(command);
  if (code !== 0) throw new Error(`${command.slice(0, 4).join(' ')} ended with ${code}`);
}

async function outputOf([program, ...args]: Spawned): Promise<string> {
  const child = spawn(program, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] });
  const [chunks, [code]] = await Promise.all([child.stdout.toArray(), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
  return Buffer.concat(chunks).toString().trim();
}

const nodeArgument = (nodeImage: string | undefined): readonly string[] =>
  nodeImage === undefined ? [] : ['--build-arg', `NODE_IMAGE=${nodeImage}`];

const variablesOf = (variables: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]);

const docker: Builder = {
  build: (name, nodeImage) =>
    succeed(['docker', 'build', '-f', dockerfile, '-t', name, ...nodeArgument(nodeImage), '.']),
  async start(name, variables) {
    const limits = ['--read-only', '--cap-drop', 'ALL', '--network', 'host', '--stop-timeout', '20'];
    const id = await outputOf(['docker', 'run', '--detach', '--rm', ...limits, ...variablesOf(variables), name]);
    return {
      run: (option) => exitCodeOf(['docker', 'exec', id, 'node', 'broker.mjs', option]),
      stop: () => succeed(['docker', 'stop', id]),
    };
  },
};

/** Without a daemon, and without the rights that isolation by namespaces needs. */
const buildahCommand = ['buildah', '--storage-driver', process.env.BUILDAH_STORAGE_DRIVER ?? 'vfs'] as const;

const buildah: Builder = {
  build: (name, nodeImage) =>
    succeed([
      ...buildahCommand,
      ...['bud', '--isolation', 'chroot', '--format', 'docker', '-f', dockerfile, '-t', name],
      ...nodeArgument(nodeImage),
      '.',
    ]),
  async start(name, variables) {
    const id = await outputOf([...buildahCommand, 'from', name]);
    const inspected = JSON.parse(await outputOf([...buildahCommand, 'inspect', id]));
    // "buildah run" takes the user and the variables of the image, and not its program.
    const { Entrypoint: program } = inspected.Docker.config as { readonly Entrypoint: readonly string[] };
    const run = (...options: readonly string[]): Spawned => [
      ...buildahCommand,
      ...['run', '--isolation', 'chroot', ...variablesOf(variables), id, '--', ...program, ...options],
    ];
    const server = spawnShown(run());
    const ended = once(server, 'exit');
    return {
      run: (option) => exitCodeOf(run(option)),
      async stop() {
        server.kill('SIGTERM');
        await ended;
        await succeed([...buildahCommand, 'rm', id]);
      },
    };
  },
};

export const builders: Readonly<Record<string, Builder>> = { docker, buildah };
