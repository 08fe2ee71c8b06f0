import type { SandboxContext } from '../context.ts';
import { insertRow, inTransaction } from '../database.ts';
import { insertContent } from '../entities/contents.ts';
import { mentionDirectory, messageBody } from '../entities/messageBody.ts';
import { insertMessage } from '../entities/messages.ts';
import { allPeople, insertPerson } from '../entities/people.ts';
import { insertMembership, insertRoom, type RoomRow } from '../entities/roomRows.ts';
import { seededId } from '../identifiers.ts';
import { encryptedPlaceholder } from '../resources.ts';
import { type SeedMessage, seedConversations } from './conversations.ts';
import { seedFiles } from './files.ts';
import { type SeedRoom, seedPeople, seedRooms, seedTeams } from './team.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Fills an empty sandbox with the week of a team. Identifiers and bytes are the same in every run; times are relative to
 * now. A sandbox that already contains people is not changed.
 */
export function seedDemo(context: SandboxContext): void {
  if (allPeople(context.database).length > 0) return;
  const now = context.now();
  inTransaction(context.database, () => {
    addPeople(context, now);
    seedTeams.forEach((name, at) => {
      insertRow(context.database, 'teams', { id: seededId('TEAM', name), name, created: now - (400 - at) * dayMs });
    });
    for (const [at, room] of seedRooms.entries()) addRoom(context, room, { now, created: now - (300 - at) * dayMs });
  });
}

function addPeople(context: SandboxContext, now: number): void {
  seedPeople.forEach((person, at) => {
    insertPerson(context.database, {
      id: seededId('PEOPLE', person.key),
      email: `${person.key}@example.com`,
      display_name: `${person.firstName} ${person.lastName}`,
      first_name: person.firstName,
      last_name: person.lastName,
      is_admin: person.isAdmin === true ? 1 : 0,
      job: person.job,
      created: now - (500 - at) * dayMs,
    });
  });
}

function addRoom(context: SandboxContext, seed: SeedRoom, times: { now: number; created: number }): void {
  const id = seededId('ROOM', seed.key);
  const members = seed.members.split(' ');
  const messages = seedConversations[seed.key] ?? [];
  const quietForHours = messages.at(-1)?.hoursAgo ?? seed.quietForHours ?? 0;
  const room: RoomRow = {
    id,
    title: seed.title ?? '',
    type: seed.title === undefined ? 'direct' : 'group',
    is_locked: seed.isLocked === true ? 1 : 0,
    team_id: seed.team === undefined ? null : seededId('TEAM', seed.team),
    creator_id: seededId('PEOPLE', members[0] ?? ''),
    last_activity: times.now - quietForHours * hourMs,
    created: times.created,
    failing_title: seed.titleFails === undefined ? null : encryptedPlaceholder(id),
    failing_reads_left: typeof seed.titleFails === 'number' ? seed.titleFails : null,
  };
  insertRoom(context.database, room);
  members.forEach((member, at) => {
    insertMembership(context.database, {
      id: seededId('MEMBERSHIP', `${seed.key}/${member}`),
      room_id: id,
      person_id: seededId('PEOPLE', member),
      is_moderator: at === 0 && room.type === 'group' ? 1 : 0,
      created: times.created + at,
    });
  });
  for (const [at, message] of messages.entries()) {
    addMessage(context, room, { message, now: times.now, name: `${seed.key}/${at}` });
  }
}

function addMessage(
  context: SandboxContext,
  room: RoomRow,
  seed: { message: SeedMessage; now: number; name: string },
): void {
  const { message } = seed;
  const id = seededId('MESSAGE', seed.name);
  insertMessage(context.database, {
    id,
    room_id: room.id,
    person_id: seededId('PEOPLE', message.by),
    ...messageBody(message, mentionDirectory(context, room)),
    created: seed.now - message.hoursAgo * hourMs,
    parent_id: null,
  });
  if (message.file === undefined) return;
  const { mediaType, bytes } = seedFiles[message.file];
  const content = { id: seededId('CONTENT', message.file), messageId: id, roomId: room.id };
  const file = { name: message.file, mediaType, bytes: context.contents.storeBytes(bytes()) };
  insertContent(context.database, content, file);
}
