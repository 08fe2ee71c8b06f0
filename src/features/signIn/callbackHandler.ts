import { type Uri, window } from 'vscode';
import type { SignInFlows } from '../../core/auth/signInFlows.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import type { Log } from '../../core/base/log.ts';
import type { FailureReport } from '../../host/failureReport.ts';

/** Takes the callbacks of the browser. Only `/callback` reaches sign-in; an address is logged without its query. */
export function registerCallbackHandler(flows: SignInFlows, failures: FailureReport, log: Log): Disposable {
  return window.registerUriHandler({
    handleUri: (uri: Uri) => {
      log.info(`an address came for ${uri.path}`);
      if (uri.path !== '/callback') return;
      flows.complete(uri.query).catch((error: unknown) => failures.show(error));
    },
  });
}
