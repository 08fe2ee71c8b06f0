import type { PersonRow } from '../people/personRows.ts';

/** Who asks, as proven by the access token. */
export interface Caller {
  readonly person: PersonRow;
  readonly scopes: ReadonlySet<string>;
  /** `own`: the rooms the person is in. `organization`: every room, by an admin or compliance scope of an administrator. */
  readonly reach: 'own' | 'organization';
}
