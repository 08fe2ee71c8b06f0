import { ConnectionError } from '../../core/api/errors.ts';
import { readResponseText } from '../../core/api/jsonResponse.ts';
import type { Send } from '../../core/api/send.ts';
import type { SecretStore } from '../../core/auth/secretStore.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import { parseJsonObject } from '../../core/base/json.ts';
import type { Log } from '../../core/base/log.ts';
import type { AcquiredLock, NamedLocks } from '../../core/base/storage/locks.ts';
import { object, string } from '../../core/base/storage/recordShape.ts';
import { secretKeys } from '../../core/base/storage/storedNames.ts';
import { temporaryValue } from '../../core/base/storage/storedRecord.ts';
import type { SandboxAddress, SandboxFiles, SandboxProcess } from './sandboxProcess.ts';

const maxHealthBytes = 4 * 1024;

const sandboxAddress = object({ origin: string, controlKey: string });

export interface SandboxPorts {
  readonly secrets: SecretStore;
  readonly send: Send;
  readonly log: Log;
  readonly lock: NamedLocks;
  readonly files: SandboxFiles;
  /** A sandbox that is already running, from the environment. */
  readonly external: SandboxAddress | undefined;
}

// decisions/0037
/** One sandbox for all windows. The first window that needs it starts it, with its previous port and data. */
export class SandboxService implements Disposable {
  readonly #ports: SandboxPorts;
  #own: SandboxProcess | undefined;
  #starting: Promise<SandboxAddress> | undefined;

  constructor(ports: SandboxPorts) {
    this.#ports = ports;
    // Another window may have removed all stored data. Windows deletes no file that the sandbox has open. A window that has
    // removed them itself, and disposed of this, may start another sandbox.
    ports.secrets.onDidChange((key) => {
      if (key === secretKeys.sandbox && this.#own && !this.#starting) void this.#stopIfRemoved(this.#own);
    });
  }

  /** Returns a running sandbox: the external one, that of another window, or a new process. */
  ensure(): Promise<SandboxAddress> {
    this.#starting ??= this.#ports.lock
      .run('sandbox', (held) => this.#find(held))
      .finally(() => {
        this.#starting = undefined;
      });
    return this.#starting;
  }

  /**
   * Restarts the sandbox of this origin.
   * @returns false for another service, or if the sandbox starts at another origin
   */
  async restart(origin: string): Promise<boolean> {
    if ((await this.#readAddress())?.origin !== origin) return false;
    return (await this.ensure()).origin === origin;
  }

  dispose(): void {
    this.#own?.stop();
  }

  async #find(held: AcquiredLock): Promise<SandboxAddress> {
    const { external, send, secrets, files, log } = this.#ports;
    if (external !== undefined) return external;
    const known = await this.#readAddress();
    if (known !== undefined && (await isSandboxAt(send, known.origin))) return known;
    const port = known === undefined ? 0 : Number(new URL(known.origin).port);
    // A lazy chunk: most windows start no sandbox.
    const { startSandboxProcess } = await import('./sandboxProcess.ts');
    this.#own = await startSandboxProcess(files, port, log).catch((error: unknown) => {
      // Another program may use the old port now: retry with any free port.
      log.warn(`the sandbox did not start on port ${port}: ${error}`);
      return startSandboxProcess(files, 0, log);
    });
    const { origin, controlKey } = this.#own;
    await secrets.write(secretKeys.sandbox, JSON.stringify({ version: 1, origin, controlKey }));
    held.written();
    return { origin, controlKey };
  }

  async #stopIfRemoved(own: SandboxProcess): Promise<void> {
    if ((await this.#readAddress().catch(() => own)) === undefined) own.stop();
  }

  async #readAddress(): Promise<SandboxAddress | undefined> {
    return temporaryValue(await this.#ports.secrets.read(secretKeys.sandbox), 1, sandboxAddress);
  }
}

async function isSandboxAt(send: Send, origin: string): Promise<boolean> {
  try {
    const response = await send({ method: 'GET', url: `${origin}/_sandbox/health` });
    // Another program may have the port now.
    const { text } = await readResponseText(response, maxHealthBytes);
    const health = parseJsonObject(text);
    return response.status === 200 && health?.name === 'roomside-sandbox';
  } catch (error) {
    if (error instanceof ConnectionError) return false;
    throw error;
  }
}
