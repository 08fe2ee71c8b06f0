import * as v from 'valibot';
import { amount, fields, text, texts } from '../bodies.ts';

const unusable = 'has no usable value';
const flag = v.boolean(unusable);
/** The characters that a header may contain; no server could send others. */
const headerText = v.pipe(text, v.regex(/^[\t\x20-\x7e\x80-\xff]*$/, unusable));
const headerName = v.pipe(text, v.regex(/^[\w!#$%&'*+.^`|~-]+$/, unusable));
const status = v.pipe(v.number(unusable), v.integer(unusable), v.minValue(200, unusable), v.maxValue(599, unusable));

/** Other forms of the `Link` header than one absolute `<URL>; rel="next"`. */
const linkEffect = fields({
  kind: v.literal('link'),
  /** The relations in this order; only `next` when absent. Any other one leads to the first page. */
  relations: v.optional(texts, ['next']),
  relative: v.optional(flag),
  /** Adds other parameters, which contain commas and semicolons, before `rel`. */
  extraParameters: v.optional(flag),
});

/**
 * The effect of a fault on a request. Values that are invalid elsewhere are allowed, because faults are for testing them.
 */
const faultEffect = v.variant(
  'kind',
  [
    fields({
      kind: v.literal('status'),
      status,
      message: v.optional(text),
      headers: v.optional(v.record(headerName, headerText, unusable)),
      /** A string is sent unchanged, anything else as JSON. */
      body: v.optional(v.unknown()),
      contentType: v.optional(text),
    }),
    fields({
      kind: v.literal('rate-limit'),
      /** Sent unchanged; null sends no `Retry-After`. */
      retryAfter: v.union([v.null(), v.number(), headerText], unusable),
      /** The number of requests that pass in each window; none when absent. */
      limit: v.optional(amount),
      windowMs: v.optional(amount),
    }),
    fields({ kind: v.literal('latency'), ms: amount }),
    fields({ kind: v.literal('cut'), when: v.picklist(['before', 'in-body', 'after'], unusable) }),
    fields({ kind: v.literal('html') }),
    fields({ kind: v.literal('truncated-json') }),
    fields({ kind: v.literal('empty-list') }),
    fields({ kind: v.literal('kms'), field: text, temporary: flag, roomIds: v.optional(texts) }),
    linkEffect,
  ],
  ({ received, expected }) => (expected === 'Object' ? 'must be an object' : `is ${received}, but must be ${expected}`),
);

/** A requested fault. A misspelled one would be a test that tests nothing. */
export const faultSpec = fields({
  match: v.optional(fields({ method: v.optional(text), path: v.optional(text) }), {}),
  /** How often it applies; without a limit when absent. */
  times: v.optional(amount),
  /** The number of matching requests that pass first. */
  skip: v.optional(amount),
  effect: faultEffect,
});

export type FaultSpec = v.InferOutput<typeof faultSpec>;
export type FaultEffect = v.InferOutput<typeof faultEffect>;
export type LinkEffect = v.InferOutput<typeof linkEffect>;
