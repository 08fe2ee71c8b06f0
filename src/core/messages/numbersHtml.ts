/** The numbers beside the lines of code. @param numbers one for each line */
export function numbersHtml(numbers: readonly string[]): string {
  return `<span class="lineNumbers" aria-hidden="true">${numbers.join('\n')}</span>`;
}
