import { optionalAmount, optionalString, requiredString, requireKnownFields } from '../http/bodies.ts';
import { badRequest } from '../http/errors.ts';

/**
 * The effect of a fault on a request. Values that are invalid elsewhere are allowed, because faults are for testing them.
 */
export type FaultEffect =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** A string is sent unchanged, anything else as JSON. */
      readonly body?: unknown;
      readonly contentType?: string;
    }
  | {
      readonly kind: 'rate-limit';
      /** Sent unchanged; null sends no `Retry-After`. */
      readonly retryAfter: string | number | null;
      /** The number of requests that pass in each window; none when absent. */
      readonly limit?: number;
      readonly windowMs?: number;
    }
  | { readonly kind: 'latency'; readonly ms: number }
  | { readonly kind: 'cut'; readonly when: 'before' | 'in-body' | 'after' }
  | { readonly kind: 'html' }
  | { readonly kind: 'truncated-json' }
  | { readonly kind: 'empty-list' }
  | { readonly kind: 'kms'; readonly field: string; readonly temporary: boolean; readonly roomIds?: readonly string[] }
  | LinkEffect;

/** Other forms of the `Link` header than one absolute `<URL>; rel="next"`. */
export interface LinkEffect {
  readonly kind: 'link';
  /** The relations in this order; only `next` when absent. */
  readonly relations?: readonly string[];
  readonly relative?: boolean;
  /** Adds entries with other relations before the requested ones. */
  readonly several?: boolean;
  /** Adds other parameters, which contain commas and semicolons, before `rel`. */
  readonly extraParameters?: boolean;
  /** An origin that `next` points to instead of our own. */
  readonly foreignOrigin?: string;
  /** Makes `next` point to the current page. */
  readonly loop?: boolean;
}

/** A requested fault. */
export interface FaultSpec {
  readonly match: { readonly method?: string; readonly path?: string };
  /** How often it applies; without a limit when absent. */
  readonly times?: number;
  /** The number of matching requests that pass first. */
  readonly skip?: number;
  readonly effect: FaultEffect;
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of every effect, with their types. A misspelt fault would be a test that tests nothing. */
const effectFields: Readonly<Record<FaultEffect['kind'], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  status: { status: isAnswerStatus, message: isText, headers: isTextRecord, body: () => true, contentType: isText },
  'rate-limit': { retryAfter: isRetryAfter, limit: isAmount, windowMs: isAmount },
  latency: { ms: isAmount },
  cut: { when: (value) => value === 'before' || value === 'in-body' || value === 'after' },
  html: {},
  'truncated-json': {},
  'empty-list': {},
  kms: { field: isText, temporary: isFlag, roomIds: isTexts },
  link: {
    relations: isTexts,
    relative: isFlag,
    several: isFlag,
    extraParameters: isFlag,
    foreignOrigin: isText,
    loop: isFlag,
  },
};

const requiredFields: Readonly<Record<string, readonly string[]>> = {
  status: ['status'],
  'rate-limit': ['retryAfter'],
  latency: ['ms'],
  cut: ['when'],
  kms: ['field', 'temporary'],
};

/** Validates a fault that was posted to the control endpoint. Rejects what it does not know with 400. */
export function parseFault(body: Fields): FaultSpec {
  requireKnownFields(body, ['match', 'times', 'skip', 'effect']);
  const match = objectField(body, 'match') ?? {};
  requireKnownFields(match, ['method', 'path']);
  const effect = objectField(body, 'effect');
  if (effect === undefined) throw badRequest('“effect” is required.');
  const method = optionalString(match, 'method');
  const path = optionalString(match, 'path');
  const times = optionalAmount(body, 'times');
  const skip = optionalAmount(body, 'skip');
  return {
    match: { ...(method === undefined ? {} : { method }), ...(path === undefined ? {} : { path }) },
    ...(times === undefined ? {} : { times }),
    ...(skip === undefined ? {} : { skip }),
    effect: parseEffect(effect),
  };
}

function parseEffect(effect: Fields): FaultEffect {
  const kind = requiredString(effect, 'kind');
  if (!isEffectKind(kind)) {
    throw badRequest(`“${kind}” is not a kind of fault. There are ${Object.keys(effectFields).join(', ')}.`);
  }
  const fields = effectFields[kind];
  requireKnownFields(effect, ['kind', ...Object.keys(fields)]);
  for (const name of requiredFields[kind] ?? []) {
    if (effect[name] === undefined) throw badRequest(`A fault of kind ${kind} needs “${name}”.`);
  }
  for (const [name, isValid] of Object.entries(fields)) {
    if (effect[name] !== undefined && !isValid(effect[name])) throw badRequest(`“${name}” has no usable value.`);
  }
  // The table above has validated every field.
  return effect as unknown as FaultEffect;
}

function isEffectKind(kind: string): kind is FaultEffect['kind'] {
  return Object.hasOwn(effectFields, kind);
}

function objectField(body: Fields, name: string): Fields | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw badRequest(`“${name}” must be an object.`);
  return value as Fields;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isAnswerStatus(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;
}

function isTextRecord(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([name, text]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && isHeaderText(text));
}

function isRetryAfter(value: unknown): boolean {
  return value === null || typeof value === 'number' || isHeaderText(value);
}

/** The characters that a header may contain; no server could send others. */
function isHeaderText(value: unknown): boolean {
  return isText(value) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
