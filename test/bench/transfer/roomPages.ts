import { roomCount } from './job.ts';

function room(index: number): object {
  const number = String(index).padStart(5, '0');
  return {
    id: `room-${number}`,
    title: `Team room ${number}: “release” notes & reviews`,
    type: index % 3 === 0 ? 'direct' : 'group',
    isLocked: index % 11 === 0,
    ...(index % 4 === 0 && { teamId: `team-${index % 40}` }),
    lastActivity: new Date(Date.UTC(2026, 0, 1) + index * 61_000).toISOString(),
    created: new Date(Date.UTC(2024, 0, 1) + index * 59_000).toISOString(),
  };
}

export interface RoomPage {
  readonly body: Buffer;
  readonly itemCount: number;
  readonly after: number | undefined;
}

const pages = new Map<string, RoomPage>();

/** One page of the ten thousand rooms, rendered on first use and cached, so that serving it costs almost nothing. */
export function roomPage(pageSize: number, start: number): RoomPage {
  const key = `${pageSize} ${start}`;
  const known = pages.get(key);
  if (known) return known;
  const end = Math.min(start + pageSize, roomCount);
  const items = Array.from({ length: end - start }, (_, index) => room(start + index));
  const body = Buffer.from(JSON.stringify({ items }));
  const page: RoomPage = { body, itemCount: items.length, after: end < roomCount ? end : undefined };
  pages.set(key, page);
  return page;
}
