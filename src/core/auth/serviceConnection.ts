import { createServiceClient, type ServiceClient } from '../api/client.ts';
import { ConnectionError, ServiceError } from '../api/errors.ts';
import { composeServicePipe } from '../api/pipe.ts';
import type { Send } from '../api/send.ts';
import { type RetryWait, WaitTracker } from '../api/waitTracker.ts';
import type { Clock } from '../base/clock.ts';
import { Emitter, fireLogged } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import type { Account } from './account.ts';
import type { ActiveAccount } from './activeAccount.ts';
import { RefreshDelayedError, SignInRequiredError } from './errors.ts';
import type { TokenSource } from './tokenSource.ts';

export interface ConnectionPorts {
  readonly active: Pick<ActiveAccount, 'get' | 'find'>;
  readonly tokens: Pick<TokenSource, 'forAccount'>;
  /** Creates the transport to the service of this account. */
  transportFor(account: Account): Send;
  readonly clock: Clock;
  readonly log: Log;
}

/** `offline`: the connection failed. `unavailable`: a gateway answered for the service. */
export type ConnectionState = 'connected' | 'offline' | 'unavailable';

/** Statuses of a gateway whose service does not answer. */
const unavailableStatuses: readonly number[] = [502, 503, 504];

interface Session {
  readonly account: Account;
  readonly client: ServiceClient;
}

/** A change of the connection to the service of an account. */
export interface ConnectionChange {
  readonly accountId: string;
  readonly state: ConnectionState;
}

/** The client of the active account. Each service and account has one client, and so one rate-limit gate. */
export class ServiceConnection {
  readonly #ports: ConnectionPorts;
  readonly #waitChanges = new Emitter<RetryWait | undefined>();
  readonly #waits = new WaitTracker((wait) => this.#waitChanges.fire(wait));
  readonly #states = new Map<string, ConnectionState>();
  readonly #stateChanges = new Emitter<ConnectionChange>();
  readonly #clients = new Map<string, ServiceClient>();

  /** Fires when requests of any account wait because the service asked for it, and with `undefined` when none does. */
  readonly onDidWait = this.#waitChanges.event;
  /** Fires when the connection of an account is lost, and with its first success after that. */
  readonly onDidChangeState = this.#stateChanges.event;

  constructor(ports: ConnectionPorts) {
    this.#ports = ports;
  }

  /** The connection of an account, as its last request found it. */
  stateOf(accountId: string): ConnectionState {
    return this.#states.get(accountId) ?? 'connected';
  }

  /** As `requireSession`. */
  async client(accountId?: string): Promise<ServiceClient> {
    return (await this.requireSession(accountId)).client;
  }

  /**
   * The session of the active account, or of the one with this id. What the user chose for an account names it, because
   * another one may be active when the request is made.
   * @throws {SignInRequiredError} if it is not signed in
   */
  async requireSession(accountId?: string): Promise<Session> {
    const session = await this.session(accountId);
    if (session === undefined) throw new SignInRequiredError('signed-out');
    return session;
  }

  /** As `requireSession`; `undefined` if the account is not signed in. */
  async session(accountId?: string): Promise<Session | undefined> {
    const { active } = this.#ports;
    const account = await (accountId === undefined ? active.get() : active.find(accountId));
    return account && { account, client: this.#clientOf(account) };
  }

  #clientOf(account: Account): ServiceClient {
    const key = `${account.kind} ${account.id} ${account.baseUrl}`;
    const client = this.#clients.get(key) ?? this.#connect(account);
    this.#clients.set(key, client);
    return client;
  }

  #connect(account: Account): ServiceClient {
    const { tokens, clock, log } = this.#ports;
    const send = composeServicePipe({
      transport: this.#ports.transportFor(account),
      baseUrl: account.baseUrl,
      tokens: tokens.forAccount(account.id),
      clock,
      log,
      onWait: (wait) => this.#waits.set(account, wait),
    });
    return createServiceClient({ baseUrl: account.baseUrl, send: this.#observed(account.id, send) });
  }

  /**
   * Notes what each request shows about the connection, after its retries. A canceled request shows nothing, and neither
   * does one that was not sent because of the rate limit or the end of the session.
   */
  #observed(accountId: string, send: Send): Send {
    return async (request, signal) => {
      try {
        const response = await send(request, signal);
        this.#setState(accountId, stateAfter(response.status));
        return response;
      } catch (error) {
        const reason = error instanceof RefreshDelayedError ? error.cause : error;
        if (reason instanceof ConnectionError) this.#setState(accountId, 'offline');
        else if (error instanceof RefreshDelayedError && reason instanceof ServiceError)
          this.#setState(accountId, stateAfter(reason.status));
        throw error;
      }
    };
  }

  #setState(accountId: string, state: ConnectionState): void {
    if (state === this.stateOf(accountId)) return;
    this.#states.set(accountId, state);
    // A listener must not fail the request.
    fireLogged(this.#stateChanges, { accountId, state }, this.#ports.log, 'the connection');
  }
}

/** A service that refuses has answered. */
function stateAfter(status: number): ConnectionState {
  return unavailableStatuses.includes(status) ? 'unavailable' : 'connected';
}
