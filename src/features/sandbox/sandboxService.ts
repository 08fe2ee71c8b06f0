import { type ExtensionContext, Uri } from 'vscode';
import type { Send } from '../../core/api/send.ts';
import { parseRecord } from '../../core/auth/record.ts';
import type { SecretStore } from '../../core/auth/secretStore.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import type { Log } from '../../core/base/log.ts';
import { isSandboxAt, type SandboxAddress } from './sandboxControl.ts';
import { type SandboxFiles, type SandboxProcess, startSandboxProcess } from './sandboxProcess.ts';

const addressKey = 'sandbox.v1';

/** What keeping a sandbox running needs. */
export interface SandboxPorts {
  readonly secrets: SecretStore;
  readonly send: Send;
  readonly log: Log;
  readonly files: SandboxFiles;
  /** A sandbox that runs already, named by the environment of the editor. */
  readonly external?: SandboxAddress;
}

/** One sandbox for all windows: whoever needs it first starts it, on the port it had before, with the data it had. */
export class SandboxService implements Disposable {
  readonly #ports: SandboxPorts;
  #own: SandboxProcess | undefined;
  #starting: Promise<SandboxAddress> | undefined;

  constructor(ports: SandboxPorts) {
    this.#ports = ports;
  }

  /** A running sandbox: the given one, another window's, or a new process. */
  ensure(): Promise<SandboxAddress> {
    this.#starting ??= this.#find().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Brings back the sandbox that was at this origin. False for any other service, and when it cannot come back there. */
  async restart(origin: string): Promise<boolean> {
    if ((await this.#readAddress())?.origin !== origin) return false;
    return (await this.ensure()).origin === origin;
  }

  dispose(): void {
    this.#own?.stop();
  }

  async #find(): Promise<SandboxAddress> {
    const { external, send, secrets, files, log } = this.#ports;
    if (external !== undefined) return external;
    const known = await this.#readAddress();
    if (known !== undefined && (await isSandboxAt(send, known.origin))) return known;
    const port = known === undefined ? 0 : Number(new URL(known.origin).port);
    this.#own = await startSandboxProcess(files, port, log).catch((error: unknown) => {
      // The old port may be somebody else's by now: then any other will do.
      log.warn(`the sandbox did not start on port ${port}: ${error}`);
      return startSandboxProcess(files, 0, log);
    });
    const { origin, controlKey } = this.#own;
    await secrets.write(addressKey, JSON.stringify({ version: 1, origin, controlKey }));
    return { origin, controlKey };
  }

  async #readAddress(): Promise<SandboxAddress | undefined> {
    const record = parseRecord(await this.#ports.secrets.read(addressKey), 1, (fields) => ({
      origin: fields.text('origin'),
      controlKey: fields.text('controlKey'),
    }));
    return record.kind === 'value' ? record.value : undefined;
  }
}

/** The program that is packaged with the extension, and a data file in the storage all windows share. */
export function sandboxFilesOf(context: ExtensionContext): SandboxFiles {
  const dataFile = Uri.joinPath(context.globalStorageUri, 'sandbox', 'sandbox.sqlite').fsPath;
  return { program: context.asAbsolutePath('dist/sandbox.mjs'), dataFile };
}

/** A sandbox that was started beside the editor, for tests and demos that must look into it. */
export function sandboxFromEnvironment(): Pick<SandboxPorts, 'external'> {
  const { ROOMSIDE_SANDBOX_ORIGIN: origin, ROOMSIDE_SANDBOX_CONTROL_KEY: controlKey } = process.env;
  return origin === undefined || controlKey === undefined ? {} : { external: { origin, controlKey } };
}
