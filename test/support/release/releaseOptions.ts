import { parseArgs } from 'node:util';

export interface ReleaseOptions {
  /** Checks everything and makes the files, and neither tags nor publishes. */
  readonly isDryRun: boolean;
  readonly hasTests: boolean;
}

export const releaseUsage = `npm run release -- --dry-run [--without-tests]   checks the commit and makes the files in out/release
npm run release                                  the same, then tags the commit and publishes`;

/** Invalid arguments. The message gives the reason. */
export class ReleaseUsageError extends Error {}

/** Reads the command line. @throws ReleaseUsageError also for a release without tests */
export function parseReleaseOptions(args: readonly string[]): ReleaseOptions {
  const boolean = { type: 'boolean', default: false } as const;
  const values = (() => {
    try {
      return parseArgs({ args: [...args], options: { 'dry-run': boolean, 'without-tests': boolean } }).values;
    } catch (error) {
      throw new ReleaseUsageError(error instanceof Error ? error.message : String(error));
    }
  })();
  if (values['without-tests'] && !values['dry-run']) {
    throw new ReleaseUsageError(
      '--without-tests is for quick tries with --dry-run: nothing is published without tests.',
    );
  }
  return { isDryRun: values['dry-run'], hasTests: !values['without-tests'] };
}
