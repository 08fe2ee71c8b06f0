/** What a run of mocha leaves in the file of ROOMSIDE_COUNTS_FILE. A run that dies leaves none, whatever its exit code says. */
export interface MochaCounts {
  readonly passed: number;
  readonly failed: number;
}

export const countsFileVariable = 'ROOMSIDE_COUNTS_FILE';
export const grepVariable = 'ROOMSIDE_TEST_GREP';
