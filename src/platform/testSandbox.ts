import { isLoopbackHost } from '../core/base/loopback.ts';

/**
 * The sandbox that the environment names, which was started outside of VS Code for tests and demos that inspect it. Only
 * one of this computer counts, because the released extension reads the variables, too, and they decide where Try the
 * Sandbox signs in.
 */
export function testSandboxOf(environment: Readonly<Record<string, string | undefined>>) {
  const { ROOMSIDE_SANDBOX_ORIGIN: origin = '', ROOMSIDE_SANDBOX_CONTROL_KEY: controlKey } = environment;
  const isOwn = isLoopbackHost(URL.parse(origin)?.hostname ?? '');
  return isOwn && controlKey !== undefined ? { origin, controlKey } : undefined;
}
