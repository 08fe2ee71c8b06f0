import type { ScopeKind } from './scopes.ts';

/** What a route does, in the terms of the scope tables. */
export type Operation =
  | 'read people'
  | 'list rooms'
  | 'create rooms'
  | 'read messages'
  | 'post messages'
  | 'delete messages'
  | 'read memberships'
  | 'create memberships';

/** Which scope lets a user do it in his own rooms, and which let an administrator do it everywhere. */
export interface OperationScopes {
  readonly user: string;
  readonly organization: readonly (readonly [kind: ScopeKind, name: string])[];
}

/** One row per operation; the route table names the operation. */
export const operationScopes: Readonly<Record<Operation, OperationScopes>> = {
  'read people': { user: 'people_read', organization: [['admin', 'people_read']] },
  'list rooms': { user: 'rooms_read', organization: both('rooms_read') },
  'create rooms': { user: 'rooms_write', organization: [] },
  'read messages': { user: 'messages_read', organization: both('messages_read') },
  'post messages': { user: 'messages_write', organization: [] },
  'delete messages': { user: 'messages_write', organization: both('messages_write') },
  'read memberships': { user: 'memberships_read', organization: both('memberships_read') },
  'create memberships': { user: 'memberships_write', organization: [] },
};

function both(name: string): OperationScopes['organization'] {
  return [
    ['compliance', name],
    ['admin', name],
  ];
}
