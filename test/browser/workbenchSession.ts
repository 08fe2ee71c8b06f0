import { type Relay, startRelay } from '../support/harness/relay.ts';
import { type SandboxProcess, startSandbox } from '../support/harness/sandboxProcess.ts';
import { type RunningWorkbench, startWorkbench, type WorkbenchOptions } from '../support/harness/startWorkbench.ts';

/** A workbench and the service it talks to. */
export interface WorkbenchSession extends RunningWorkbench {
  readonly sandbox: SandboxProcess;
  /** Stands between the two. */
  readonly relay: Relay;
}

type SessionOptions = Pick<WorkbenchOptions, 'settings' | 'otherExtensions'>;

const startTimeoutMs = 120_000;

/** The packaged extension where the test runner has packaged one, else the checkout as it is built. */
export const testedExtension = process.env.ROOMSIDE_VSIX ? { vsix: process.env.ROOMSIDE_VSIX } : 'checkout';

async function begin(options: SessionOptions): Promise<WorkbenchSession> {
  await using opened = new AsyncDisposableStack();
  const sandbox = await startSandbox();
  opened.defer(() => sandbox.close());
  const relay = await startRelay(sandbox.origin);
  opened.defer(() => relay.close());
  const environment = { ...sandbox.environment, ROOMSIDE_SANDBOX_ORIGIN: relay.origin };
  const running = await startWorkbench({ extension: testedExtension, ...options, environment });
  opened.defer(() => running.close());
  const ending = opened.move();
  return { ...running, sandbox, relay, close: () => ending.disposeAsync() };
}

/**
 * Opens one workbench for all tests of a `describe`, with a sandbox of its own behind a relay. After each test the
 * service's faults and what it has received are forgotten; a test that failed leaves a picture.
 */
export function useWorkbench(
  settings: Readonly<Record<string, unknown>> = {},
  otherExtensions: readonly string[] = [],
): () => WorkbenchSession {
  let session: WorkbenchSession | undefined;
  const current = (): WorkbenchSession => {
    if (session === undefined) throw new Error('the workbench did not open');
    return session;
  };
  before(async function () {
    this.timeout(startTimeoutMs);
    session = await begin({ settings, otherExtensions });
  });
  afterEach(async function () {
    const { workbench, sandbox, relay } = current();
    if (this.currentTest?.state === 'failed') {
      await workbench.screenshot(`failed ${this.currentTest.fullTitle()}`.replace(/[^\w-]+/g, '-').slice(0, 120));
      await workbench.page.keyboard.press('Escape'); // what it left open shall not fail the next one
    }
    relay.release();
    await sandbox.control('DELETE', 'faults');
    await sandbox.control('DELETE', 'received');
  });
  after(() => session?.close());
  return current;
}
