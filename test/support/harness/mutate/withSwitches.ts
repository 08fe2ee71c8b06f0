import type { Mutant } from './mutant.ts';

/** The function that instrumented code asks whether a change is active. */
export const switchName = '$isMutated';

interface Site {
  readonly start: number;
  readonly end: number;
  readonly mutants: readonly Mutant[];
}

/** Changes of one place together, outer places first. */
function sitesOf(mutants: readonly Mutant[]): readonly Site[] {
  const sites = Map.groupBy(mutants, ({ start, end, kind }) => `${start}-${end}-${kind}`).values();
  return [...sites]
    .map((group) => ({ start: group[0]?.start ?? 0, end: group[0]?.end ?? 0, mutants: group }))
    .sort((one, other) => one.start - other.start || other.end - one.end);
}

function wrapped({ mutants }: Site, code: string): string {
  const [first] = mutants;
  if (first?.kind === 'statement') return `{ if (!${switchName}(${first.id})) { ${code} } }`;
  return `(${mutants.map(({ id, replacement }) => `${switchName}(${id}) ? (${replacement}) : `).join('')}(${code}))`;
}

/** The text of a file with all its mutants inside, each behind a switch; lines keep their numbers. */
export function withSwitches(text: string, mutants: readonly Mutant[]): string {
  const sites = sitesOf(mutants);
  let next = 0;
  const render = (start: number, end: number): string => {
    let [code, at] = ['', start];
    for (let site = sites[next]; site !== undefined && site.start < end; site = sites[next]) {
      next++;
      code += text.slice(at, site.start) + wrapped(site, render(site.start, site.end));
      at = site.end;
    }
    return code + text.slice(at, end);
  };
  return render(0, text.length);
}
