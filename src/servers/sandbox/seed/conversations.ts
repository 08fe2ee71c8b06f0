import conversations from './conversations.json' with { type: 'json' };
import type { SeedFileName } from './files.ts';

/** A message of the demo data. */
export interface SeedMessage {
  /** The key of the author. */
  readonly by: string;
  readonly hoursAgo: number;
  readonly text?: string;
  readonly markdown?: string;
  readonly file?: SeedFileName;
}

/** The messages of the week by room, oldest first. */
export const seedConversations = conversations as Readonly<Record<string, readonly SeedMessage[]>>;
