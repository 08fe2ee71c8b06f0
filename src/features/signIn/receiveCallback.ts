import type { Uri } from 'vscode';
import { receiveAddress } from '../../core/auth/receiveAddress.ts';
import type { SignInFlows } from '../../core/auth/signInFlows.ts';
import type { Log } from '../../core/base/log.ts';
import type { FailureReport } from '../../host/failureReport.ts';

/** What taking callbacks needs. */
export interface CallbackPorts {
  readonly flows: SignInFlows;
  readonly failures: FailureReport;
  readonly log: Log;
}

/** Takes a callback of the browser. */
export function receiveCallback({ flows, failures, log }: CallbackPorts, uri: Uri): void {
  receiveAddress({ flows, log, onFailure: (error) => void failures.show(error) }, uri);
}
