import { randomUUID } from 'node:crypto';
import type { FaultEffect, FaultSpec } from './fault.ts';

/** An active fault, and how often it has applied. */
export interface FaultRule extends FaultSpec {
  readonly id: string;
  readonly hits: number;
}

/** An effect that applies, with the state that its rule keeps between requests. */
export interface ActiveEffect {
  readonly effect: FaultEffect;
  /** Items that a temporary failure has already affected; shared by all requests of the rule. */
  readonly seen: Set<string>;
}

interface Rule {
  readonly id: string;
  readonly spec: FaultSpec;
  readonly seen: Set<string>;
  matched: number;
  hits: number;
  window: { readonly startedAt: number; passed: number };
}

/** The faults of a sandbox, in the order they were added. */
export type FaultRegistry = ReturnType<typeof createFaultRegistry>;

/** `now` returns milliseconds since the epoch, for the windows of rate limits. */
export function createFaultRegistry(now: () => number) {
  let rules: Rule[] = [];
  const shown = ({ id, spec, hits }: Rule): FaultRule => ({ id, ...spec, hits });
  return {
    add(spec: FaultSpec): FaultRule {
      const window = { startedAt: Number.NEGATIVE_INFINITY, passed: 0 };
      const rule: Rule = { id: randomUUID(), spec, seen: new Set(), matched: 0, hits: 0, window };
      rules.push(rule);
      return shown(rule);
    },
    list: (): readonly FaultRule[] => rules.map(shown),
    clear(): void {
      rules = [];
    },
    /**
     * The effects for one request, in order. Each call counts: a rule with `times` ends after that many requests. Later
     * rules are ignored after an effect that replaces the handler or ends the connection.
     */
    take(request: { method: string; path: string }): ActiveEffect[] {
      const taken: ActiveEffect[] = [];
      for (const rule of rules) {
        if (!isMatch(rule.spec, request) || !applies(rule, now())) continue;
        rule.hits += 1;
        taken.push({ effect: rule.spec.effect, seen: rule.seen });
        if (isLast(rule.spec.effect)) break;
      }
      return taken;
    },
  };
}

function isMatch({ match }: FaultSpec, request: { method: string; path: string }): boolean {
  const isMethod = match.method === undefined || match.method.toUpperCase() === request.method;
  return isMethod && request.path.startsWith(match.path ?? '/');
}

function applies(rule: Rule, now: number): boolean {
  const { times, skip = 0, effect } = rule.spec;
  rule.matched += 1;
  if (rule.matched <= skip || (times !== undefined && rule.hits >= times)) return false;
  if (effect.kind !== 'rate-limit' || effect.limit === undefined) return true;
  if (now - rule.window.startedAt >= (effect.windowMs ?? 1000)) rule.window = { startedAt: now, passed: 0 };
  rule.window.passed += 1;
  return rule.window.passed > effect.limit;
}

function isLast({ kind }: FaultEffect): boolean {
  return kind === 'cut' || kind === 'status' || kind === 'rate-limit' || kind === 'html';
}
