import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** A relay to the service that tests can read, throttle and close. */
export interface Relay {
  /** Its origin, in place of the service's. */
  readonly origin: string;
  /** The number of bytes sent to the service so far. */
  readonly sentBytes: number;
  /** Every access token, refresh token or handle, client secret and verifier in the traffic, in the order of appearance. */
  readonly secrets: readonly string[];
  /** Every code, state, flow id, PKCE verifier and cookie in the traffic: values of a single sign-in. Browsers keep some of them. */
  readonly ofSignIns: readonly string[];
  /** The access token of the last request. */
  readonly accessToken: string | undefined;
  /** Passes only so many more bytes to the service, until `release`. */
  hold(allowedBytes: number): void;
  release(): void;
  /** Closes the origin. */
  close(): Promise<void>;
  /** Answers at the same origin again. */
  reopen(): Promise<void>;
}

const secretPattern =
  /(authorization: Bearer |"(?:access_token|refresh_token|handle|verifier|refresh_secret)":\s*")([\w.-]+)(?=["\r])/gi;
/** A form has no end mark, and arrives in one piece. */
const formPattern = /([?&\n](?:client_secret|refresh_token)=)([\w.-]+)(?=&|$)/g;
const ofSignInPattern =
  /([?&\n](?:code|state|flow|fid|code_verifier)=|"code":\s*"|set-cookie: [^=\s]+=)([\w.~%-]{16,})(?=["&;\s]|$)/gi;
/** The start request of the editor itself, with a flow that no sign-in uses: only browsers send Fetch Metadata. */
const startOfEditor = /^GET \S*\/start\?.*\r\n(?:(?!sec-fetch-).+\r\n)*\r\n/gim;
/** Longer than any of these, so that one in two pieces is found. */
const overlap = 2000;

/** The values found in all connections. */
class FoundSecrets {
  readonly all = new Set<string>();
  readonly ofSignIns = new Set<string>();
  accessToken: string | undefined;

  /** Watches one direction of a connection. */
  watch(): (chunk: Buffer) => void {
    let rest = '';
    return (chunk) => {
      const text = rest + chunk.toString('latin1');
      for (const [, mark = '', secret = ''] of [...text.matchAll(secretPattern), ...text.matchAll(formPattern)]) {
        this.all.add(secret);
        if (/^authorization/i.test(mark)) this.accessToken = secret;
      }
      const ofSignIns = text.replace(startOfEditor, '').matchAll(ofSignInPattern);
      for (const [, , secret = ''] of ofSignIns) this.ofSignIns.add(secret);
      rest = text.slice(-overlap);
    };
  }
}

/** Passes bytes on, or holds them. */
class Valve {
  sentBytes = 0;
  #allowedBytes = Number.POSITIVE_INFINITY;
  #opened = Promise.withResolvers<void>();

  hold(allowedBytes: number): void {
    this.#allowedBytes = allowedBytes;
    this.#opened = Promise.withResolvers<void>();
  }

  release(): void {
    this.#allowedBytes = Number.POSITIVE_INFINITY;
    this.#opened.resolve();
  }

  async pass(byteLength: number): Promise<void> {
    if (this.#allowedBytes < byteLength) await this.#opened.promise;
    this.#allowedBytes -= byteLength;
    this.sentBytes += byteLength;
  }
}

async function* throughValve(client: Socket, valve: Valve, watch: (chunk: Buffer) => void) {
  for await (const chunk of client as AsyncIterable<Buffer>) {
    watch(chunk);
    await valve.pass(chunk.byteLength);
    yield chunk;
  }
}

/** Joins two sockets until either is closed. Their owners handle errors. */
async function join(client: Socket, servicePort: number, valve: Valve, seen: FoundSecrets): Promise<void> {
  const service = connect({ port: servicePort, host: '127.0.0.1', noDelay: true });
  client.setNoDelay(true);
  client.once('close', () => service.destroy()); // also while its bytes are held
  const watchAnswer = seen.watch();
  service.on('data', watchAnswer);
  await Promise.allSettled([pipeline(throughValve(client, valve, seen.watch()), service), pipeline(service, client)]);
}

async function listenOn(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/**
 * Relays between an editor and a service on this machine, and passes every byte on unchanged.
 * @param ownPort where it listens; a free port by default
 */
export async function startRelay(serviceOrigin: string, ownPort = 0): Promise<Relay> {
  const servicePort = Number(new URL(serviceOrigin).port);
  const seen = new FoundSecrets();
  const valve = new Valve();
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    void join(client, servicePort, valve, seen);
  });
  const port = await listenOn(server, ownPort);
  return {
    origin: `http://127.0.0.1:${port}`,
    get sentBytes() {
      return valve.sentBytes;
    },
    get secrets() {
      return [...seen.all];
    },
    get ofSignIns() {
      return [...seen.ofSignIns];
    },
    get accessToken() {
      return seen.accessToken;
    },
    hold: (allowedBytes) => valve.hold(allowedBytes),
    release: () => valve.release(),
    async close() {
      if (!server.listening) return;
      server.close();
      for (const client of clients) client.destroy();
      await once(server, 'close');
    },
    async reopen() {
      await listenOn(server, port);
    },
  };
}
