import type { Log } from '../../base/log.ts';
import type { SignInFlows } from './signInFlows.ts';

export interface UriHandlerPorts {
  readonly flows: Pick<SignInFlows, 'complete'>;
  readonly log: Log;
  /** Called for a failure that no caller in this window awaits. */
  onFailure(error: unknown): void;
}

/**
 * Handles a URI that the editor was opened with. Only `/callback` completes a sign-in. The query is not logged, because
 * it holds a code. Never throws, because no caller could handle it.
 */
export function handleUri({ flows, log, onFailure }: UriHandlerPorts, address: { path: string; query: string }): void {
  log.info(`received a URI for ${address.path}`);
  if (address.path === '/callback') flows.complete(address.query).catch(onFailure);
}
