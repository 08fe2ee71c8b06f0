/** What a fault does to a request. Shapes that would be refused anywhere else are allowed: that is their use. */
export type FaultEffect =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** A string is sent as it is, anything else as JSON. */
      readonly body?: unknown;
      readonly contentType?: string;
    }
  | {
      readonly kind: 'rate-limit';
      /** Sent as it is; null sends no `Retry-After`. */
      readonly retryAfter: string | number | null;
      /** How many requests pass in each window; none without it. */
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

/** Other forms of the `Link` header than the one absolute `<URL>; rel="next"`. */
export interface LinkEffect {
  readonly kind: 'link';
  /** Which relations are sent, in this order; `next` alone when absent. */
  readonly relations?: readonly string[];
  readonly relative?: boolean;
  /** Puts entries of other relations in front of the wanted ones. */
  readonly several?: boolean;
  /** Puts other parameters, with commas and semicolons in them, before `rel`. */
  readonly extraParameters?: boolean;
  /** An origin that `next` points to instead of our own. */
  readonly foreignOrigin?: string;
  /** Makes `next` point to the very page it came with. */
  readonly loop?: boolean;
}

/** A fault as it is asked for. */
export interface FaultSpec {
  readonly match: { readonly method?: string; readonly path?: string };
  /** How often it applies; until it is deleted when absent. */
  readonly times?: number;
  /** How many matching requests pass before. */
  readonly skip?: number;
  readonly effect: FaultEffect;
}
