/** The line after which the log of the extension host is about the tests. */
export const hostTestsBegin = '##tests begin';
