import type { Mutant, Outcome } from './mutant.ts';

export interface TriedMutant {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
}

const excerptLength = 60;

function excerpt(code: string): string {
  const line = code.replace(/\s+/g, ' ');
  return line.length > excerptLength ? `${line.slice(0, excerptLength - 1)}…` : line;
}

function wordsOf(outcome: Outcome): string {
  switch (outcome.status) {
    case 'killed':
      return `killed by "${outcome.test}"`;
    case 'timeout':
      return 'killed: the tests did not end';
    case 'not run':
      return 'not run: the time was up';
    case 'survived':
      return outcome.testCount === 0 ? 'SURVIVED: no test reaches it' : `SURVIVED ${outcome.testCount} tests`;
  }
}

/** One line: place, change, what became of it. */
export function mutantLine({ mutant, outcome }: TriedMutant, text: string): string {
  const { file, line, column, start, end, kind, replacement } = mutant;
  const change = kind === 'statement' ? 'left out' : excerpt(replacement);
  return `${file}:${line}:${column}  ${excerpt(text.slice(start, end))} → ${change}  ${wordsOf(outcome)}`;
}

/** One line of figures: how many mutants of a file were killed, of those that ran. */
export function figuresLine(title: string, tried: readonly TriedMutant[]): string {
  const count = (status: Outcome['status']): number => tried.filter(({ outcome }) => outcome.status === status).length;
  const killed = count('killed') + count('timeout');
  const ran = tried.length - count('not run');
  const share = ran === 0 ? '  –' : `${Math.floor((100 * killed) / ran)}`.padStart(3);
  const notRun = ran < tried.length ? `, ${tried.length - ran} not run` : '';
  return `${share} %  ${title}: ${killed} of ${ran} mutants killed${notRun}`;
}
