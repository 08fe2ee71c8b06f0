/** A room or message of the bench server. The check is only that each has its own id. */
export interface Item {
  readonly id: string;
}

/** A client of the bench. Each is used as in its own documentation, with default settings. */
export interface BenchClient {
  /** The warm-up, the same small request for all clients: `GET /v1/people/me`. */
  getMe(): Promise<unknown>;
  /** `POST /v1/messages` as multipart/form-data with the file read from disk. */
  upload(filePath: string): Promise<Item>;
  /** `GET url` into a new file. */
  download(url: string, targetPath: string): Promise<void>;
  /** Lists every room by following `rel="next"`, and keeps all of them. */
  listRooms(pageSize: number): Promise<readonly Item[]>;
  /** `POST /v1/messages` as JSON, one after the other. */
  postMessages(texts: readonly string[]): Promise<readonly Item[]>;
}

/** What a client is to do, as a client process gets it. */
export interface Job {
  readonly kind: 'upload' | 'download' | 'rooms' | 'messages';
  readonly origin: string;
  /** The file that is uploaded and downloaded. */
  readonly filePath: string;
  /** Where it is downloaded to. */
  readonly targetPath: string;
  readonly pageSize: number;
}

/** The cost of one run, measured in the client's own process. `undefined` if the platform does not report it. */
export interface Figures {
  readonly wallMs: number;
  /** User and system time of the process, for all threads. */
  readonly cpuMs: number | undefined;
  /** The maximum resident memory during the job, in MB of 2^20 bytes. */
  readonly peakMb: number | undefined;
  /** The same, minus the resident memory just before the job. */
  readonly addedMb: number | undefined;
}

/** The output of a client process: its figures, and its own counts. */
export interface JobReport {
  readonly figures: Figures;
  /** The number of different ids in the responses. */
  readonly distinctIds: number;
}

export const accessToken = 'bench-token';
export const benchRoomId = 'room-00000';
export const contentPath = '/v1/contents/bench';

/** How many files, rooms and messages a job transfers. */
export const amounts = { upload: 1, download: 1, rooms: 10_000, messages: 200 } as const;

/** The different texts of the case `messages`. */
export const messageTexts: readonly string[] = Array.from(
  { length: amounts.messages },
  (_, index) => `Message ${index}: \`const answer = ${index};\` in src/app.ts:12-14`,
);

/** The body of a message as JSON, identical for all clients that write it themselves. */
export function messageBody(text: string): string {
  return JSON.stringify({ roomId: benchRoomId, text });
}
