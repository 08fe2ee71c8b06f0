/** Set where the Windows build of Node runs under Wine (`npm run test:windows`). */
export const wineVariable = 'ROOMSIDE_WINE';

export const isOnWine: boolean = process.env[wineVariable] !== undefined;

type Test = (title: string, test: () => void | Promise<void>) => void;

/**
 * `it` for what Windows can do and Wine cannot; everywhere else the test runs as any other.
 * @param reason the limit of Wine
 */
export function exceptOnWine(reason: string): { readonly it: Test } {
  return exceptWhere(isOnWine, `Wine: ${reason}`);
}

/** `it` for what Windows does not have. */
export function exceptOnWindows(reason: string): { readonly it: Test } {
  return exceptWhere(process.platform === 'win32', `Windows: ${reason}`);
}

function exceptWhere(isHere: boolean, reason: string): { readonly it: Test } {
  if (!isHere) return { it: (title, test) => void it(title, test) };
  return { it: (title) => console.log(`not run here: ${title} (${reason})`) };
}
