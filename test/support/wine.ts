/** Set where the Windows build of Node runs under Wine (`npm run test:windows`). */
export const wineVariable = 'ROOMSIDE_WINE';

export const isOnWine: boolean = process.env[wineVariable] !== undefined;

type Test = (title: string, test: () => void | Promise<void>) => void;

/**
 * `it` for what Windows can do and Wine cannot; everywhere else the test runs as any other.
 * @param reason the limit of Wine
 */
export function exceptOnWine(reason: string): { readonly it: Test } {
  if (!isOnWine) return { it: (title, test) => void it(title, test) };
  return { it: (title) => console.log(`not run under Wine: ${title} (${reason})`) };
}
