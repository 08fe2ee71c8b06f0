import { Session } from 'node:inspector';

interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
}

const arraySearches = [
  'find',
  'findIndex',
  'findLast',
  'findLastIndex',
  'indexOf',
  'includes',
  'some',
  'every',
] as const;

/**
 * Counts what a function does, the same on every machine: how often each block of `src` runs, how many characters its
 * regular expressions may have looked at (a whole text for each search, what was matched for a pattern bound to a place),
 * and how long the arrays were that it searched.
 */
export class WorkCounter {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#post('Profiler.enable');
    this.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  workOf(run: () => void): number {
    this.#post('Profiler.takePreciseCoverage');
    const searched = countSearched(run);
    const { result } = this.#post('Profiler.takePreciseCoverage') as { result: readonly ScriptCoverage[] };
    const blocks = result
      .filter(({ url }) => url.includes('/src/'))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)));
    return blocks.reduce((sum, count) => sum + count, searched);
  }

  dispose(): void {
    this.#session.disconnect();
  }

  #post(method: string, parameters: object = {}): unknown {
    let answer: unknown;
    this.#session.post(method, parameters, (error, result) => {
      if (error) throw new Error(error.message);
      answer = result;
    });
    return answer;
  }
}

/** `test`, `replace` and `matchAll` go through `exec` once it is replaced. */
function countSearched(run: () => void): number {
  const { exec } = RegExp.prototype;
  let searched = 0;
  RegExp.prototype.exec = function counting(this: RegExp, text: string): RegExpExecArray | null {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    const isBound = this.sticky || this.source.startsWith('^');
    const end = match === null ? (isBound ? from : text.length) : match.index + match[0].length;
    searched += 1 + end - from;
    return match;
  };
  const replaced = arraySearches.map((name) => {
    const own = Object.getOwnPropertyDescriptor(Array.prototype, name) as PropertyDescriptor;
    const value = function counting(this: unknown[], ...rest: unknown[]): unknown {
      searched += this.length;
      return own.value.apply(this, rest);
    };
    Object.defineProperty(Array.prototype, name, { ...own, value });
    return { name, own };
  });
  try {
    run();
  } finally {
    RegExp.prototype.exec = exec;
    for (const { name, own } of replaced) Object.defineProperty(Array.prototype, name, own);
  }
  return searched;
}
