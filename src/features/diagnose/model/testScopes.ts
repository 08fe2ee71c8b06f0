import type { ServiceClient } from '../../../core/api/client.ts';
import { ServiceError } from '../../../core/api/errors.ts';
import type { Pages } from '../../../core/api/listPages.ts';
import type { Room } from '../../../core/api/resources.ts';
import { SignInRequiredError } from '../../../core/auth/errors.ts';
import { type NeededScope, neededScopes } from '../../../core/auth/signIn/scopes.ts';
import { isCancelled } from '../../../core/base/errors.ts';

type Scopes = Map<NeededScope, boolean>;

/**
 * Finds out which of the needed scopes the token has. Read scopes are tested; for the others, the recorded scopes decide.
 * @param recorded the granted scopes of the account; empty when the service did not return them
 * @param client absent when the service does not respond: nothing is tested then
 * @returns whether each scope is granted, without those that are not known; `undefined` when the token is rejected
 */
export async function testScopes(
  recorded: readonly string[],
  client: ServiceClient | undefined,
  signal: AbortSignal,
): Promise<ReadonlyMap<NeededScope, boolean> | undefined> {
  const scopes: Scopes = new Map();
  // Scope `all` aggregates the user scopes [A53].
  const names = new Set(recorded.map((name) => name.slice(name.indexOf(':') + 1)));
  if (names.size > 0) for (const scope of neededScopes) scopes.set(scope, names.has(scope) || names.has('all'));
  try {
    if (client !== undefined) await readWith(client, scopes, signal);
  } catch (error) {
    if (isTokenRejected(error)) return undefined;
    throw error;
  }
  return scopes;
}

async function readWith(client: ServiceClient, scopes: Scopes, signal: AbortSignal): Promise<void> {
  await note(scopes, 'people_read', () => client.getMe(signal));
  let room: Room | undefined;
  await note(scopes, 'rooms_read', async () => {
    room = await firstOf(client.listRooms({ max: 1 }, signal));
  });
  if (room === undefined) return;
  const { id: roomId } = room;
  await note(scopes, 'messages_read', () => firstOf(client.listMessages({ roomId, max: 1 }, signal)));
  await note(scopes, 'memberships_read', () => firstOf(client.listMemberships({ roomId, max: 1 }, signal)));
}

/** 403 means "not allowed"; other errors say nothing about a scope. */
async function note(scopes: Scopes, scope: NeededScope, task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
    scopes.set(scope, true);
  } catch (error) {
    if (isTokenRejected(error) || isCancelled(error)) throw error;
    if (error instanceof ServiceError && error.status === 403) scopes.set(scope, false);
  }
}

function isTokenRejected(error: unknown): boolean {
  return error instanceof SignInRequiredError || (error instanceof ServiceError && error.status === 401);
}

async function firstOf<T>(pages: Pages<T>): Promise<T | undefined> {
  for await (const { items } of pages) return items[0];
  return undefined;
}
