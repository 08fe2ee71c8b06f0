import { addMessage } from '../entities/addMessage.ts';
import { foldName } from '../entities/people.ts';
import { addMember } from '../entities/roomAccess.ts';
import type { SandboxContext } from '../http/context.ts';
import type { PersonDocument, RoomDocument } from '../store/documents.ts';
import { seededId } from '../store/identifiers.ts';
import { timestamp } from '../store/resources.ts';
import { type SeedMessage, seedConversations } from './conversations.ts';
import { seedFiles } from './files.ts';
import { type SeedRoom, seedPeople, seedRooms } from './team.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Fills an empty sandbox with the week of a team. Identifiers and bytes are the same in every run; times are relative to
 * now. A sandbox that already contains people is not changed.
 */
export function seedDemo(context: SandboxContext): void {
  const { database } = context;
  if (database.select('people', 'TRUE LIMIT 1').length > 0) return;
  const nowMs = context.now();
  database.inTransaction(() => {
    for (const [at, { key, isAdmin = false, ...person }] of seedPeople.entries()) {
      const displayName = `${person.firstName} ${person.lastName}`;
      database.insert('people', {
        id: seededId('PEOPLE', key),
        email: `${key}@example.com`,
        displayName,
        sortName: foldName(displayName),
        ...person,
        isAdmin,
        created: timestamp(nowMs - (500 - at) * dayMs),
      });
    }
    for (const [at, room] of seedRooms.entries()) {
      addRoom(context, room, { nowMs, createdMs: nowMs - (300 - at) * dayMs });
    }
  });
}

function addRoom(context: SandboxContext, seed: SeedRoom, { nowMs, createdMs }: { nowMs: number; createdMs: number }) {
  const { database } = context;
  const { key, title = '', team, titleFails, isLocked = false } = seed;
  const members = seed.members.split(' ').map((member) => ({ member, person: personOf(context, member) }));
  const messages = seedConversations[key] ?? [];
  const quietForHours = messages.at(-1)?.hoursAgo ?? seed.quietForHours ?? 0;
  const room = database.insert('rooms', {
    id: seededId('ROOM', key),
    title,
    type: seed.title === undefined ? 'direct' : 'group',
    isLocked,
    ...(team !== undefined && { teamId: seededId('TEAM', team) }),
    lastActivity: timestamp(nowMs - quietForHours * hourMs),
    created: timestamp(createdMs),
    creatorId: members[0]?.person.id ?? '',
    ...(titleFails !== undefined && { titleFails }),
  });
  for (const [at, { member, person }] of members.entries()) {
    const id = seededId('MEMBERSHIP', `${key}/${member}`);
    const isModerator = at === 0 && room.type === 'group';
    addMember(database, room.id, person, { id, isModerator, created: timestamp(createdMs + at) });
  }
  for (const [at, { by, hoursAgo, file, ...content }] of messages.entries()) {
    addMessage(database, room, personOf(context, by), {
      id: seededId('MESSAGE', `${key}/${at}`),
      ...content,
      contentIds: file && [addFile(context, room, file)],
      created: timestamp(nowMs - hoursAgo * hourMs),
    });
  }
}

function personOf({ database }: SandboxContext, key: string): PersonDocument {
  const person = database.find('people', seededId('PEOPLE', key));
  if (person === undefined) throw new Error(`No person of the demo data has the key ${key}.`);
  return person;
}

/** Stores a file. Returns the id of its content. */
function addFile(
  { database, contents }: SandboxContext,
  room: RoomDocument,
  name: SeedMessage['file'] & string,
): string {
  const { mediaType, bytes } = seedFiles[name];
  const id = seededId('CONTENT', name);
  database.insert('contents', { ...contents.storeBytes(bytes()), id, roomId: room.id, name, mediaType });
  return id;
}
