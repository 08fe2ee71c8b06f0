import { readFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import * as tls from 'node:tls';
import { fileURLToPath } from 'node:url';

/** A server on the loopback interface. It and its connections are closed at the end of the test. */
export interface RawServer {
  readonly origin: string;
  /** The connections so far. */
  readonly connections: () => number;
  /** Calls back for each connection whose TLS handshake is over. */
  onTls(listener: (socket: tls.TLSSocket) => void): void;
  close(): Promise<void>;
}

/** Responds through node:http. */
export function listenHttp(handler: http.RequestListener): Promise<RawServer> {
  return listening(http.createServer(handler), 'http');
}

const tlsFolder = new URL('../../../support/fakes/tls/', import.meta.url);

type CertificateName = 'localhost' | 'otherName';

/** The path of a test certificate. */
export function certificatePath(name: CertificateName): string {
  return fileURLToPath(new URL(`${name}.pem`, tlsFolder));
}

/** A test certificate as PEM. */
export function certificate(name: CertificateName): string {
  return readFileSync(certificatePath(name), 'utf8');
}

/** Trusts these test certificates, and no other authority, in each test of the surrounding block. */
export function useAuthorities(...names: readonly CertificateName[]): void {
  const before = tls.getCACertificates('default');
  beforeEach(() => tls.setDefaultCACertificates(names.map(certificate)));
  afterEach(() => tls.setDefaultCACertificates(before));
}

/** Responds through node:https with a self-signed certificate. */
export function listenHttps(
  name: CertificateName,
  handler: http.RequestListener,
  options: https.ServerOptions = {},
): Promise<RawServer> {
  const key = readFileSync(new URL('key.pem', tlsFolder), 'utf8');
  return listening(https.createServer({ key, cert: certificate(name), ...options }, handler), 'https');
}

/** Responds through a plain socket; `index` counts the connections from 0. */
function listenRaw(onConnection: (socket: net.Socket, index: number) => void): Promise<RawServer> {
  let index = 0;
  const server = net.createServer((socket) => {
    // Tests may break their end of a connection, which is not an error of the server.
    socket.on('error', () => socket.destroy());
    onConnection(socket, index);
    index += 1;
  });
  return listening(server, 'http');
}

async function listening(server: net.Server, scheme: string): Promise<RawServer> {
  const sockets = new Set<net.Socket>();
  let connections = 0;
  server.on('connection', (socket: net.Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    origin: `${scheme}://127.0.0.1:${address.port}`,
    connections: () => connections,
    onTls: (listener) => void server.on('secureConnection', listener),
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
}

/** A port of the loopback interface without a server. */
export async function closedPort(): Promise<number> {
  const server = await listenRaw((socket) => socket.destroy());
  await server.close();
  return Number(new URL(server.origin).port);
}

/** The functions that start a server, which is closed after the test. */
export function useServers() {
  const servers: RawServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  const closed =
    <T extends readonly unknown[]>(listen: (...args: T) => Promise<RawServer>) =>
    async (...args: T): Promise<RawServer> => {
      const server = await listen(...args);
      servers.push(server);
      return server;
    };
  return { listenHttp: closed(listenHttp), listenHttps: closed(listenHttps), listenRaw: closed(listenRaw) };
}
