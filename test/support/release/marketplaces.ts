import type { Command } from '../harness/phases.ts';
import { scriptOf } from '../harness/scriptOf.ts';
import { isPreRelease } from './changelog.ts';

/** A place where editors find extensions. */
interface Marketplace {
  readonly name: string;
  /** The environment variable with the token of the publisher, which its command reads itself. */
  readonly tokenVariable: string;
  /** Publishes a package; succeeds when it was published before, so that a run that failed can be repeated. */
  publish(vsix: string, version: string): Command;
}

const channelOf = (version: string): readonly string[] => (isPreRelease(version) ? ['--pre-release'] : []);

const marketplaces: readonly Marketplace[] = [
  {
    name: 'Visual Studio Marketplace',
    tokenVariable: 'VSCE_PAT',
    publish: (vsix, version) => [
      scriptOf('@vscode/vsce', 'vsce'),
      ...['publish', '--packagePath', vsix, '--skip-duplicate', ...channelOf(version)],
    ],
  },
  {
    name: 'Open VSX',
    tokenVariable: 'OVSX_PAT',
    publish: (vsix, version) => [
      scriptOf('ovsx', 'ovsx'),
      ...['publish', vsix, '--skip-duplicate', ...channelOf(version)],
    ],
  },
];

/** A token by the name of its variable. */
export type Tokens = Readonly<Record<string, string>>;

/** @throws Error if a token is in the environment, which every install script, build and test could read */
export function refuseTokens(environment: NodeJS.ProcessEnv): void {
  const names = marketplaces.map(({ tokenVariable }) => tokenVariable).filter((name) => environment[name]);
  if (names.length > 0) throw new Error(`Only npm run release:publish gets ${names.join(' and ')}.`);
}

/**
 * Takes the tokens out of the environment, so that no command gets that of another marketplace.
 * @throws Error that names the variables without a value
 */
export function takeTokens(environment: NodeJS.ProcessEnv): Tokens {
  const names = marketplaces.map(({ tokenVariable }) => tokenVariable);
  const missing = names.filter((name) => !environment[name]);
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} must have the tokens of the publisher.`);
  const tokens = Object.fromEntries(names.map((name) => [name, environment[name] ?? '']));
  for (const name of names) delete environment[name];
  return tokens;
}

/**
 * Publishes a package in every marketplace, one after the other.
 * @param run runs a command with more environment variables; each command gets the token of its own marketplace only
 */
export async function publishEverywhere(
  { vsix, version, tokens }: { readonly vsix: string; readonly version: string; readonly tokens: Tokens },
  run: (name: string, command: Command, environment: Tokens) => Promise<void>,
): Promise<void> {
  for (const { name, tokenVariable, publish } of marketplaces) {
    await run(name, publish(vsix, version), { [tokenVariable]: tokens[tokenVariable] ?? '' });
  }
}
