import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../request.ts';
import { applyEffect } from './applyEffect.ts';
import type { FaultSpec } from './fault.ts';

interface Fault extends FaultSpec {
  readonly id: string;
  hits: number;
}

interface Rule {
  readonly fault: Fault;
  /** Items that a temporary failure has already affected. */
  readonly seen: Set<string>;
  matched: number;
  window: { readonly startedAt: number; passed: number };
}

/** The faults of a sandbox, in the order they were added. */
export type FaultRegistry = ReturnType<typeof createFaultRegistry>;

/** `now` returns milliseconds since the epoch, for the windows of rate limits. */
export function createFaultRegistry(now: () => number) {
  let rules: readonly Rule[] = [];
  return {
    add(spec: FaultSpec): Fault {
      const fault = { id: randomUUID(), ...spec, hits: 0 };
      const window = { startedAt: Number.NEGATIVE_INFINITY, passed: 0 };
      rules = [...rules, { fault, seen: new Set(), matched: 0, window }];
      return fault;
    },
    list: (): readonly Fault[] => rules.map(({ fault }) => fault),
    clear(): void {
      rules = [];
    },
    /**
     * Answers a request with the faults that match it. Each applies to the answer of those after it, which do not count the
     * request if a fault before them replaces that answer.
     * @param handle the sandbox without faults
     */
    async apply(c: RequestContext, handle: () => Promise<Response>): Promise<Response> {
      const answerFrom = async ([rule, ...others]: readonly Rule[]): Promise<Response> => {
        if (rule === undefined) return handle();
        const next = () => answerFrom(others);
        if (!matches(rule.fault, c) || !applies(rule, now())) return next();
        rule.fault.hits += 1;
        return applyEffect(c, rule.fault.effect, rule.seen, next);
      };
      return answerFrom(rules);
    },
  };
}

function matches({ match }: Fault, c: RequestContext): boolean {
  const isMethod = match.method === undefined || match.method.toUpperCase() === c.req.raw.method;
  return isMethod && c.req.path.startsWith(match.path ?? '/');
}

/** Counts the request, and returns whether the fault applies to it. */
function applies(rule: Rule, now: number): boolean {
  const { times, skip = 0, effect, hits } = rule.fault;
  rule.matched += 1;
  if (rule.matched <= skip || (times !== undefined && hits >= times)) return false;
  if (effect.kind !== 'rate-limit' || effect.limit === undefined) return true;
  if (now - rule.window.startedAt >= (effect.windowMs ?? 1000)) rule.window = { startedAt: now, passed: 0 };
  rule.window.passed += 1;
  return rule.window.passed > effect.limit;
}
