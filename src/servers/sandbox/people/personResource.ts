import type { Person } from '../../../core/api/resources.ts';
import { timestamp } from '../http/resources.ts';
import type { PersonRow } from './personRows.ts';

/** A person on the wire. The fields are not in the interface [X6]. */
export interface PersonResource extends Person {
  readonly nickName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly title: string;
  readonly type: 'person';
  readonly created: string;
}

export function personResource(row: PersonRow): PersonResource {
  return {
    id: row.id,
    emails: [row.email],
    displayName: row.display_name,
    nickName: row.first_name,
    firstName: row.first_name,
    lastName: row.last_name,
    title: row.job,
    type: 'person',
    created: timestamp(row.created),
  };
}
