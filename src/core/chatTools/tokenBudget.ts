/** The size limit of a tool's answer, in tokens of the calling model. */
export interface TokenBudget {
  readonly tokens: number;
  count(text: string): Promise<number>;
}

/**
 * Finds the longest text within the budget.
 * @param maxItems the number of items of the longest text
 * @param render the text for a number of items; must grow with it
 * @returns the text with the maxItems items that fit, and their number; the text without items when nothing fits
 */
export async function renderWithin(
  budget: TokenBudget | undefined,
  maxItems: number,
  render: (itemCount: number) => string,
): Promise<{ readonly text: string; readonly itemCount: number }> {
  const whole = render(maxItems);
  if (budget === undefined || (await budget.count(whole)) <= budget.tokens) return { text: whole, itemCount: maxItems };
  let [fits, tooMany] = [0, maxItems];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if ((await budget.count(render(middle))) <= budget.tokens) fits = middle;
    else tooMany = middle;
  }
  return { text: render(fits), itemCount: fits };
}
