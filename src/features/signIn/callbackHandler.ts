import { window } from 'vscode';
import { receiveAddress } from '../../core/auth/receiveAddress.ts';
import type { SignInFlows } from '../../core/auth/signInFlows.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import type { Log } from '../../core/base/log.ts';
import type { FailureReport } from '../../host/failureReport.ts';

/** Takes the callbacks of the browser. */
export function registerCallbackHandler(flows: SignInFlows, failures: FailureReport, log: Log): Disposable {
  const ports = { flows, log, onFailure: (error: unknown) => void failures.show(error) };
  return window.registerUriHandler({ handleUri: (uri) => receiveAddress(ports, uri) });
}
