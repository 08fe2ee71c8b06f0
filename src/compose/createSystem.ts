import { Uri } from 'vscode';
import { withAutoStart } from '../core/api/pipe.ts';
import { systemClock as clock } from '../core/base/clock.ts';
import { ErrorReporter } from '../host/errors/errorReporter.ts';
import type { SystemServices } from '../host/services.ts';
import { StatusItem } from '../host/ui/statusBar.ts';
import { secretStore } from '../host/vscode/storage.ts';
import { createNodeTransport } from '../platform/http/nodeTransport.ts';
import { SandboxService } from '../platform/sandbox/sandboxService.ts';
import { DirectoryLocks } from '../platform/storage/directoryLocks.ts';
import { testSandboxOf } from '../platform/testSandbox.ts';
import type { Startup } from './startup.ts';

/** Creates what reaches the machine, VS Code and the user. */
export function createSystem({ context, log, own }: Pick<Startup, 'context' | 'log' | 'own'>): SystemServices {
  const { globalStorageUri: storage } = context;
  const errors = new ErrorReporter(log);
  const status = own(new StatusItem(clock));
  const secrets = secretStore(context.secrets);
  const lock = new DirectoryLocks(Uri.joinPath(storage, 'locks').fsPath, { clock, log });
  const transport = createNodeTransport();
  const dataFile = Uri.joinPath(storage, 'sandbox', 'sandbox.sqlite').fsPath;
  const files = { program: context.asAbsolutePath('dist/sandbox.mjs'), dataFile };
  const external = testSandboxOf(process.env);
  const sandbox = own(new SandboxService({ secrets, send: transport, log, lock, files, external }));
  const send = withAutoStart((origin) => sandbox.restart(origin))(transport);
  return {
    clock,
    log,
    errors,
    status,
    secrets,
    lock,
    storage,
    memory: context.globalState,
    workspaceMemory: context.workspaceState,
    extension: context.extension,
    extensionUri: context.extensionUri,
    sandbox,
    transport,
    send,
  };
}
