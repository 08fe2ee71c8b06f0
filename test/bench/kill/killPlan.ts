/** What the sandbox does to a share, and when its window is killed. */
export interface KillPlan {
  readonly kind: 'text' | 'file';
  readonly faults: readonly object[];
  /** After Enter in the confirmation, or as soon as the step has closed. */
  readonly afterMs: number | 'closed';
}

const post = { method: 'POST', path: '/v1/messages' };
const list = { method: 'GET', path: '/v1/messages' };

const effects: readonly (() => object)[] = [
  () => ({ kind: 'status', status: 500 }),
  () => ({ kind: 'status', status: 503 }),
  () => ({ kind: 'rate-limit', retryAfter: 1 + Math.floor(Math.random() * 3) }),
  () => ({ kind: 'cut', when: 'before' }),
  () => ({ kind: 'cut', when: 'in-body' }),
  () => ({ kind: 'cut', when: 'after' }),
  () => ({ kind: 'latency', ms: Math.floor(Math.random() * 3000) }),
  () => ({ kind: 'truncated-json' }),
];

const oneOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;

/** Up to two faults for the next posts, and sometimes one for the search for a message after a lost response. */
function randomFaults(): readonly object[] {
  const posts = Array.from({ length: Math.floor(Math.random() * 3) }, () => ({
    match: post,
    effect: oneOf(effects)(),
  }));
  const lists = Math.random() < 0.3 ? [{ match: list, effect: oneOf(effects)() }] : [];
  return [...posts, ...lists].map((fault) => ({ ...fault, times: 1 }));
}

/** Two texts, then a file. One of three kills is immediate, one within the duration of a share, and one later. */
export function randomPlan(index: number): KillPlan {
  const afterMs = Math.floor(Math.random() * oneOf([150, 1500, 4000]));
  return { kind: index % 3 === 2 ? 'file' : 'text', faults: randomFaults(), afterMs };
}

/**
 * Faults of the extension that a run must report, each with the kill at which it shows. The text is part of the source of the
 * extension and is replaced before it is built.
 */
export const plantedFaults = [
  {
    name: 'a record that is written 700 ms late',
    file: 'src/platform/storage/recordFolder.ts',
    text: 'await replaceFile(this.pathOf(id), text);',
    replacement: 'setTimeout(() => void replaceFile(this.pathOf(id), text), 700);',
    plan: { kind: 'text', afterMs: 'closed', faults: [{ match: post, effect: { kind: 'rate-limit', retryAfter: 3 } }] },
    verdict: 'lost',
  },
  {
    name: 'no record of the state "sending"',
    file: 'src/platform/storage/recordFolder.ts',
    text: 'await replaceFile(this.pathOf(id), text);',
    replacement: 'if (!text.includes(\'"sending"\')) await replaceFile(this.pathOf(id), text);',
    plan: { kind: 'text', afterMs: 2500, faults: [{ match: post, effect: { kind: 'latency', ms: 5000 }, times: 1 }] },
    verdict: 'duplicated',
  },
] as const satisfies readonly { readonly plan: KillPlan; readonly [name: string]: unknown }[];

export type PlantedFault = (typeof plantedFaults)[number];
