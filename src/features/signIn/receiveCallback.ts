import type { Uri } from 'vscode';
import { handleUri } from '../../core/auth/handleUri.ts';
import type { SignInFlows } from '../../core/auth/signInFlows.ts';
import type { Log } from '../../core/base/log.ts';
import type { ErrorReporter } from '../../host/errors/errorReporter.ts';

export interface CallbackPorts {
  readonly flows: SignInFlows;
  readonly errors: ErrorReporter;
  readonly log: Log;
}

/** Handles a callback URI from the browser. */
export function receiveCallback({ flows, errors, log }: CallbackPorts, uri: Uri): void {
  handleUri({ flows, log, onFailure: (error) => void errors.report(error) }, uri);
}
