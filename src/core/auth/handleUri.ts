import type { Log } from '../base/log.ts';
import type { SignInFlows } from './signInFlows.ts';

/** What taking addresses needs. */
export interface UriHandlerPorts {
  readonly flows: Pick<SignInFlows, 'complete'>;
  readonly log: Log;
  /** Hears of a failure that nobody in this window waits for. */
  onFailure(error: unknown): void;
}

/**
 * Takes an address that the editor was opened with. Only `/callback` reaches sign-in; it is logged without its query,
 * which holds a code. Never throws, for nobody is there to catch it.
 */
export function handleUri({ flows, log, onFailure }: UriHandlerPorts, address: { path: string; query: string }): void {
  log.info(`an address came for ${address.path}`);
  if (address.path === '/callback') flows.complete(address.query).catch(onFailure);
}
