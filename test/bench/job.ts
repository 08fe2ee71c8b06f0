/** One row of the rooms or messages the bench server answers with: all that is checked is that each has its own id. */
export interface Item {
  readonly id: string;
}

/** What a client of the bench can do; each one does it the way its own documentation shows, with default settings. */
export interface BenchClient {
  /** The warm-up, the same small request for everyone: `GET /v1/people/me`. */
  getMe(): Promise<unknown>;
  /** `POST /v1/messages` as multipart/form-data with the file read from disk. */
  upload(filePath: string): Promise<Item>;
  /** `GET url` into a new file. */
  download(url: string, targetPath: string): Promise<void>;
  /** Every room, following `rel="next"`, all of them kept. */
  listRooms(pageSize: number): Promise<readonly Item[]>;
  /** `POST /v1/messages` as JSON, one after the other. */
  postMessages(texts: readonly string[]): Promise<readonly Item[]>;
}

export type Job =
  | { readonly kind: 'upload'; readonly filePath: string }
  | { readonly kind: 'download'; readonly path: string; readonly targetPath: string }
  | { readonly kind: 'rooms'; readonly pageSize: number }
  | { readonly kind: 'messages'; readonly count: number };

/** What the driver gives a client process. */
export interface Assignment {
  readonly origin: string;
  readonly job: Job;
}

/** What one run cost, taken inside the client's own process. `undefined` where the platform does not tell. */
export interface Figures {
  readonly wallMs: number;
  /** User and system time of the process, all its threads. */
  readonly cpuMs: number | undefined;
  /** The highest resident memory during the job, in MB of 2^20 bytes. */
  readonly peakMb: number | undefined;
  /** The same, over the resident memory just before the job. */
  readonly addedMb: number | undefined;
}

/** What a client process hands back: its figures, and what it believes it has done. */
export interface JobReport {
  readonly figures: Figures;
  /** How many different ids the answers held. */
  readonly distinctIds: number;
}

export const accessToken = 'bench-token';
export const roomCount = 10_000;
export const messageCount = 200;
export const benchRoomId = 'room-00000';

/** The texts of the messages case, all different. */
export function messageTexts(count: number): string[] {
  return Array.from(
    { length: count },
    (_, index) => `Message ${index}: \`const answer = ${index};\` in src/app.ts:12-14`,
  );
}

/** The body of a message as JSON, the same bytes for every client that writes its own. */
export function messageBody(text: string): string {
  return JSON.stringify({ roomId: benchRoomId, text });
}
