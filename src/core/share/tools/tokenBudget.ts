/** How much a tool may answer, in the tokens of the model that asks. */
export interface TokenBudget {
  readonly tokens: number;
  count(text: string): Promise<number>;
}

/**
 * The longest of the texts that are within the budget.
 * @param most the number of items of the longest text
 * @param render the text for this many items, which must grow with them
 * @returns the text for the most items that fit, and their number; that for none when nothing fits
 */
export async function renderWithin(
  budget: TokenBudget | undefined,
  most: number,
  render: (itemCount: number) => string,
): Promise<{ readonly text: string; readonly itemCount: number }> {
  const whole = render(most);
  if (budget === undefined || (await budget.count(whole)) <= budget.tokens) return { text: whole, itemCount: most };
  let [fits, tooMany] = [0, most];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if ((await budget.count(render(middle))) <= budget.tokens) fits = middle;
    else tooMany = middle;
  }
  return { text: render(fits), itemCount: fits };
}
