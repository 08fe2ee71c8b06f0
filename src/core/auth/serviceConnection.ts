import { createServiceClient, type ServiceClient } from '../api/client.ts';
import { composeServicePipe } from '../api/pipe.ts';
import type { RetryWait } from '../api/retry.ts';
import type { Send } from '../api/send.ts';
import type { Clock } from '../base/clock.ts';
import { Emitter } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import type { Account } from './account.ts';
import type { AccountStore } from './accountStore.ts';
import { SignInRequiredError } from './errors.ts';
import type { TokenSource } from './tokenSource.ts';

/** What a connection to the signed-in account's service is made of. */
export interface ConnectionPorts {
  readonly accounts: AccountStore;
  readonly tokens: Pick<TokenSource, 'of'>;
  /** The bare way to a service, for this account. */
  transportFor(account: Account): Send;
  readonly clock: Clock;
  readonly log: Log;
}

/** The client of the signed-in account. One client, and so one rate-limit gate, for each service and account. */
export class ServiceConnection {
  readonly #ports: ConnectionPorts;
  readonly #waits = new Emitter<RetryWait | undefined>();
  #current: { readonly key: string; readonly client: ServiceClient } | undefined;

  /** Fires while requests wait because the service asked for it, and `undefined` when they go on. */
  readonly onDidWait = this.#waits.event;

  constructor(ports: ConnectionPorts) {
    this.#ports = ports;
  }

  /** @throws {SignInRequiredError} when nobody is signed in */
  async client(): Promise<ServiceClient> {
    const account = await this.#ports.accounts.get();
    if (account === undefined) throw new SignInRequiredError('signed-out');
    const key = `${account.kind} ${account.id} ${account.baseUrl}`;
    if (this.#current?.key !== key) this.#current = { key, client: this.#connect(account) };
    return this.#current.client;
  }

  #connect(account: Account): ServiceClient {
    const { tokens, clock, log } = this.#ports;
    const send = composeServicePipe({
      transport: this.#ports.transportFor(account),
      baseUrl: account.baseUrl,
      tokens: tokens.of(account.id),
      clock,
      log,
      onWait: (wait) => this.#waits.fire(wait),
    });
    return createServiceClient({ baseUrl: account.baseUrl, send });
  }
}
