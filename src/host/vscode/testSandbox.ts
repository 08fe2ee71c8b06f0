import { isLoopbackHost } from '../../core/base/loopback.ts';

/** A sandbox that was started outside of VS Code, for tests and demos that inspect it. */
interface TestSandbox {
  readonly origin: string;
  readonly controlKey: string;
}

/**
 * The sandbox that the environment names. Only one of this computer counts, because the released extension reads the
 * variables, too, and they decide where Try the Sandbox signs in.
 */
export function testSandboxOf(environment: Readonly<Record<string, string | undefined>>): TestSandbox | undefined {
  const { ROOMSIDE_SANDBOX_ORIGIN: origin = '', ROOMSIDE_SANDBOX_CONTROL_KEY: controlKey } = environment;
  const isOwn = isLoopbackHost(URL.parse(origin)?.hostname ?? '');
  return isOwn && controlKey !== undefined ? { origin, controlKey } : undefined;
}
