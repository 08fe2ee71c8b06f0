import { ExpiringMap } from '../../expiringMap.ts';
import type { FetchApp, ListenEnv } from '../../listen.ts';
import { findPersonByEmail } from '../entities/people.ts';
import type { SandboxContext, SandboxSettings } from '../http/context.ts';
import { createFaultRegistry } from '../http/faults/faultRegistry.ts';
import { createPersonalToken, personalTokenLifetimeS } from '../oauth/tokens.ts';
import { seedDemo } from '../seed/seedDemo.ts';
import { demoPersonEmail } from '../seed/team.ts';
import { type ContentDisk, openContentDisk } from '../store/contentDisk.ts';
import { openDatabase } from '../store/database.ts';
import { createSecret } from '../store/identifiers.ts';
import { createScopeNames } from '../store/scopes.ts';
import { createApp } from './app.ts';
import { addEmbeddedBroker, brokerPath } from './embeddedBroker.ts';

export type SandboxOptions = Partial<SandboxSettings>;

/** Limit of concurrent sign-ins; above it the oldest one ends. */
const maxVisits = 10_000;

/** A running sandbox: an app to listen with, or to call in process. */
export interface Sandbox extends FetchApp {
  fetch(request: Request, env?: ListenEnv): Promise<Response>;
  readonly controlKey: string;
  /** The path of the embedded broker; `undefined` without one. */
  readonly brokerPath: string | undefined;
  /** Creates a personal access token of the demo person, with all user scopes. */
  createDemoToken(): string;
  /** Closes the data and deletes temporary files. */
  close(): Promise<void>;
}

/**
 * Opens a sandbox: an independent implementation of the whole interface. It does not listen itself (see `listen`). Throws
 * when the data file cannot be used.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const database = openDatabase(options.dataFile);
  let contents: ContentDisk | undefined;
  try {
    contents = openContentDisk(options.dataFile && `${options.dataFile}.contents`);
    contents.keepOnly(new Set(database.select('contents', 'TRUE').map(({ storedAs }) => storedAs)));
    const context = createContext(options, { database, contents });
    seedDemo(context);
    return asSandbox(context);
  } catch (error) {
    // The caller needs the reason why opening failed.
    void contents?.close().catch(() => undefined);
    database.close();
    throw error;
  }
}

function createContext(options: SandboxOptions, opened: Pick<SandboxContext, 'database' | 'contents'>): SandboxContext {
  const settings = { controlKey: createSecret(), ...standardSettings, ...options };
  const now = options.clock ?? Date.now;
  return {
    ...opened,
    now,
    options: settings,
    scopeNames: createScopeNames(settings.scopePrefix),
    tickets: new ExpiringMap(now, maxVisits),
    shortcuts: new ExpiringMap(now, maxVisits),
    received: [],
    counts: new Map(),
    faults: createFaultRegistry(now),
  };
}

const standardSettings: Omit<SandboxSettings, 'controlKey'> = {
  scopePrefix: 'svc',
  // The documented lifetimes [A46] [A47]. For a code, the service API only says "short".
  accessTokenLifetimeS: 1_209_600,
  refreshTokenLifetimeS: 7_776_000,
  codeLifetimeS: 60,
  rotateRefreshTokens: false,
  revokeReusedRefreshTokens: false,
  directMessages: true,
  broker: true,
  onBrokerLog: () => undefined,
  onError(error, trackingId) {
    process.stderr.write(`${trackingId} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  },
};

function asSandbox(context: SandboxContext): Sandbox {
  const { broker, controlKey } = context.options;
  const app = createApp(context);
  if (broker) addEmbeddedBroker(app, context);
  return {
    fetch: async (request, env) => app.fetch(request, env),
    controlKey,
    brokerPath: broker ? brokerPath : undefined,
    createDemoToken() {
      const person = findPersonByEmail(context.database, demoPersonEmail);
      if (person === undefined) throw new Error('The data has no demo person.');
      const scopes = [context.scopeNames.name('user', 'all')];
      return createPersonalToken(context, { personId: person.id, scopes, expiresInS: personalTokenLifetimeS });
    },
    async close() {
      context.database.close();
      await context.contents.close();
    },
  };
}
