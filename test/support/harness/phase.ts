/** One part of the tests. Its totals are added to the last line of the run. */
export interface Phase {
  readonly name: PhaseName;
  /** Phases whose failure makes this one pointless. */
  readonly needs: readonly PhaseName[];
  /** Whether a download beside it could spoil it; such phases wait until VS Code is installed. */
  readonly isDisturbed: boolean;
  run(): Promise<PhaseTotals>;
}

export interface PhaseTotals {
  readonly passed: number;
  readonly failed: number;
}

export const phaseNames = [
  'check',
  'lint',
  'build',
  'unit',
  'contract',
  'package',
  'host',
  'browser',
  'desktop',
] as const;

export type PhaseName = (typeof phaseNames)[number];
