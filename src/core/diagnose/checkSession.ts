import { randomBytes } from 'node:crypto';
import type { ServiceClient } from '../api/client.ts';
import { ServiceError } from '../api/errors.ts';
import type { Pages } from '../api/listPages.ts';
import type { Room } from '../api/resources.ts';
import type { Account } from '../auth/account.ts';
import { SignInRequiredError } from '../auth/errors.ts';
import { keyringProbeKey, type SecretStore } from '../auth/secretStore.ts';
import { isSessionExpired } from '../auth/sessionLifetime.ts';
import { type NeededScope, neededScopes } from '../auth/signIn/scopes.ts';
import { isCancelled } from '../base/errors.ts';
import type { FindingOf } from './finding.ts';

/** Checks the session of the active account from stored data, without a request. */
export function checkSession(
  accounts: readonly Account[],
  refreshError: Error | undefined,
  nowMs: number,
): FindingOf<'session'> {
  const [account, ...others] = accounts;
  if (account === undefined) return { outcome: 'note', check: 'session', result: 'signed-out' };
  const { label, kind, expiresAtMs } = account;
  const canRefresh = account.refreshToken !== undefined && account.state !== 'reauth';
  const isTokenExpired = !canRefresh && expiresAtMs !== undefined && nowMs >= expiresAtMs;
  if (isTokenExpired || isSessionExpired(account, nowMs))
    return { outcome: 'bad', check: 'session', result: 'expired', label };
  const isHealthy = canRefresh && refreshError === undefined;
  return {
    outcome: isHealthy || expiresAtMs === undefined ? 'good' : 'note',
    check: 'session',
    result: 'good',
    ...{ label, kind, expiresAtMs, canRefresh, otherCount: others.length, refreshError },
  };
}

type Trial = Map<NeededScope, boolean>;

/**
 * Checks which of the needed scopes the token has. Read scopes are tested; for the others, the recorded scopes decide.
 * @param recorded the granted scopes of the account; empty when the service did not return them
 * @param client absent when the service does not respond: nothing is tested then
 */
export async function checkScopes(
  recorded: readonly string[],
  client: ServiceClient | undefined,
  signal: AbortSignal,
): Promise<FindingOf<'scopes'>> {
  let trial: Trial;
  try {
    trial = client === undefined ? new Map() : await tryScopes(client, signal);
  } catch (error) {
    if (!isTokenRefused(error)) throw error;
    return { outcome: 'bad', check: 'scopes', result: 'token-rejected' };
  }
  const isGranted = (scope: NeededScope): boolean | undefined => trial.get(scope) ?? recordedScope(recorded, scope);
  const granted = neededScopes.filter((scope) => isGranted(scope) === true);
  const missing = neededScopes.filter((scope) => isGranted(scope) === false);
  const unknown = neededScopes.filter((scope) => isGranted(scope) === undefined);
  const outcome = missing.length > 0 ? 'bad' : unknown.length > 0 ? 'note' : 'good';
  return { outcome, check: 'scopes', result: 'compared', granted, missing, unknown };
}

/** Scope `all` aggregates the user scopes [A53]. */
function recordedScope(recorded: readonly string[], scope: NeededScope): boolean | undefined {
  if (recorded.length === 0) return undefined;
  const names = recorded.map((name) => name.slice(name.indexOf(':') + 1));
  return names.includes(scope) || names.includes('all');
}

async function tryScopes(client: ServiceClient, signal: AbortSignal): Promise<Trial> {
  const trial: Trial = new Map();
  await note(trial, 'people_read', () => client.getMe(signal));
  let room: Room | undefined;
  await note(trial, 'rooms_read', async () => {
    room = await firstOf(client.listRooms({ max: 1 }, signal));
  });
  if (room === undefined) return trial;
  const { id: roomId } = room;
  await note(trial, 'messages_read', () => firstOf(client.listMessages({ roomId, max: 1 }, signal)));
  await note(trial, 'memberships_read', () => firstOf(client.listMemberships({ roomId, max: 1 }, signal)));
  return trial;
}

/** 403 means "not allowed"; other errors say nothing about a scope. */
async function note(trial: Trial, scope: NeededScope, task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
    trial.set(scope, true);
  } catch (error) {
    if (isTokenRefused(error) || isCancelled(error)) throw error;
    if (error instanceof ServiceError && error.status === 403) trial.set(scope, false);
  }
}

function isTokenRefused(error: unknown): boolean {
  return error instanceof SignInRequiredError || (error instanceof ServiceError && error.status === 401);
}

async function firstOf<T>(pages: Pages<T>): Promise<T | undefined> {
  for await (const { items } of pages) return items[0];
  return undefined;
}

type KeyringFinding = FindingOf<'keyring'>;
type Operation = 'read' | 'write' | 'remove';

/**
 * Writes, reads and removes a test entry.
 * @param isMemoryOnly whether a sign-in is only kept in this window, because it could not be stored
 */
export async function checkKeyring(secrets: SecretStore, isMemoryOnly: boolean): Promise<KeyringFinding> {
  const value = randomBytes(16).toString('base64url');
  let operation: Operation = 'write';
  try {
    await secrets.write(keyringProbeKey, value);
    operation = 'read';
    const isEqual = (await secrets.read(keyringProbeKey)) === value;
    operation = 'remove';
    await secrets.write(keyringProbeKey, undefined);
    if (!isEqual) return { outcome: 'bad', check: 'keyring', result: 'value-lost' };
  } catch {
    // The failed operation is the finding; the keyring's own error is not needed.
    if (operation === 'read') await secrets.write(keyringProbeKey, undefined).catch(() => undefined);
    return { outcome: 'bad', check: 'keyring', result: 'fails', operation };
  }
  return isMemoryOnly
    ? { outcome: 'note', check: 'keyring', result: 'memory-only' }
    : { outcome: 'good', check: 'keyring', result: 'works' };
}
