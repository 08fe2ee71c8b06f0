/** Set where the Windows build of Node runs under Wine (`npm run test:windows`). */
export const wineVariable = 'ROOMSIDE_WINE';
/** What this machine must have, separated by commas: tests that need it run, and fail without it. */
const requiredVariable = 'ROOMSIDE_REQUIRE';

const isOnWine: boolean = process.env[wineVariable] !== undefined;

/** `it` and `describe` of tests that not every machine can run. */
export interface Needing {
  it(title: string, test: () => void | Promise<void>): void;
  describe(title: string, tests: (this: Mocha.Suite) => void): void;
}

const mark = /\[not run here: (.+?)\]/;

/** Why a test did not run, from its whole title; `undefined` if it was left out in another way. */
export const reasonNotRun = (fullTitle: string): string | undefined => mark.exec(fullTitle)?.[1];

/**
 * Tests that need something of the machine. Where it is missing, the summary of the run counts them by the reason.
 * @param what one word or name, such as "Redis"; `ROOMSIDE_REQUIRE` may name it
 */
export function needs(what: string, isHere: boolean): Needing {
  const isRequired = (process.env[requiredVariable] ?? '').split(',').includes(what);
  return where(isHere || isRequired, `needs ${what}`);
}

/** Tests of what Windows can do and Wine cannot. @param reason the limit of Wine */
export const exceptOnWine = (reason: string): Needing => where(!isOnWine, `Wine: ${reason}`);

/** Tests of what Windows does not have. */
export const exceptOnWindows = (reason: string): Needing => where(process.platform !== 'win32', `Windows: ${reason}`);

function where(canRun: boolean, reason: string): Needing {
  if (canRun)
    return { it: (title, test) => void it(title, test), describe: (title, tests) => void describe(title, tests) };
  const marked = (title: string): string => `${title} [not run here: ${reason}]`;
  return {
    it: (title, test) => void it.skip(marked(title), test),
    describe: (title, tests) => void describe.skip(marked(title), tests),
  };
}
