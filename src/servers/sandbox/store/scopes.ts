/** The kind of access of a scope: the user's own rooms, compliance, or administration [A51]. */
type ScopeKind = 'user' | 'compliance' | 'admin';

/** One row of the scope tables, without the product prefix. */
interface ScopeEntry {
  readonly kind: ScopeKind;
  readonly name: string;
  readonly grants: string;
}

function entries(kind: ScopeKind, table: Readonly<Record<string, string>>): ScopeEntry[] {
  return Object.entries(table).map(([name, grants]) => ({ kind, name, grants }));
}

/** All documented scopes [A53] [A54] [A55]. */
export const scopeEntries: readonly ScopeEntry[] = [
  ...entries('user', {
    all: 'Full access to the account',
    calls_read: 'List calls for rooms the user is in',
    call_memberships_read: 'List call memberships for calls the user is in',
    people_read: 'Read the company directory',
    rooms_read: 'List titles of rooms the user is in',
    rooms_write: 'Manage rooms',
    memberships_read: "List people in the user's rooms",
    memberships_write: 'Invite people to rooms',
    messages_read: "Read content of the user's rooms",
    messages_write: 'Post and delete messages',
    teams_read: "List the user's teams",
    teams_write: 'Manage teams',
    team_memberships_read: "List people in the user's teams",
    team_memberships_write: 'Add people to teams',
  }),
  ...entries('compliance', {
    events_read: 'Read events',
    messages_read: 'Read messages in all spaces',
    rooms_read: 'Read all spaces',
    teams_read: 'Read all teams',
    messages_write: 'Delete messages in all spaces',
    memberships_read: 'Read memberships in all spaces',
    memberships_write: 'Delete memberships in all spaces',
    team_memberships_read: 'Read team memberships',
    team_memberships_write: 'Update team memberships',
  }),
  ...entries('admin', {
    calls_read: 'List all calls in the organization',
    call_memberships_read: 'List call memberships for all calls',
    people_read: 'Read the directory',
    people_write: 'Edit the directory',
    organizations_read: 'Read organizations',
    roles_read: 'Read roles',
    licenses_read: 'Read licenses',
    metrics_read: 'Read metrics',
    events_read: 'Read events',
    messages_write: 'Delete messages in all spaces',
    messages_read: 'Read messages in all spaces',
    rooms_read: 'Read all rooms',
    teams_read: 'Read all teams',
    memberships_read: 'Read memberships in all rooms',
    memberships_write: 'Delete memberships in all spaces',
    team_memberships_read: 'Read team memberships',
    team_memberships_write: 'Update team memberships',
    policies_read: 'Read policies',
    policies_write: 'Edit policies',
    resource_groups_read: 'Read resource groups',
    resource_group_memberships_read: 'Read resource group memberships',
    resource_group_memberships_write: 'Update resource group memberships',
    devices_read: 'Read devices',
    devices_write: 'Update devices',
    places_read: 'Read places',
    places_write: 'Update places',
  }),
];

/** The scope tables under one product prefix, for example `svc` [A52]. */
export type ScopeNames = ReturnType<typeof createScopeNames>;

export function createScopeNames(prefix: string) {
  const write = (kind: ScopeKind, name: string) => `${kind === 'user' ? prefix : `${prefix}-${kind}`}:${name}`;
  const byName = new Map(scopeEntries.map((entry) => [write(entry.kind, entry.name), entry]));
  return {
    /** `name('admin', 'rooms_read')` is `svc-admin:rooms_read`. */
    name: write,
    /** The entry of a full scope name. */
    find: (scope: string) => byName.get(scope),
  };
}

/** The scopes of a space-separated list without duplicates, in order. */
export function splitScopes(list: string): readonly string[] {
  return [...new Set(list.split(/[\s]+/).filter((scope) => scope !== ''))];
}
