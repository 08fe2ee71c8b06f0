/** The line of the log after which the extension host speaks of the tests. */
export const hostTestsBegin = '##tests begin';
