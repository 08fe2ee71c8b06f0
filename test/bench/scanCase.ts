import { scanText } from '../../src/core/share/scan/scanText.ts';
import { projectFiles, projectText } from '../unit/project/projectFiles.ts';
import { median } from './statistics.ts';
import { alignColumns, formatNumber } from './table.ts';

/** One row of the case `scan`: the search for secrets in 1 MB of text. */
export interface ScanRow {
  readonly case: 'scan' | 'share/scan';
  readonly text: string;
  readonly cpuMs: number;
  readonly worstCpuMs: number;
  readonly findings: number;
}

const length = 2 ** 20;
const filled = (text: string): string => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Of what is shared, of what is long, and of what is made to be slow. */
const texts: Readonly<Record<string, () => string>> = {
  'our own sources': () => filled(projectFiles('src/**/*.ts').map(projectText).join('\n')),
  'a lock file': () => filled(projectText('package-lock.json')),
  prose: () => filled(projectText('README.md')),
  'one line of Base64': () => filled(Buffer.from(projectText('package-lock.json')).toString('base64')),
  'names and colons without end': () => filled('token=a:'),
};

/**
 * Searches each text, in time of the processor, as often as there are rounds, after one that does not count. As a part of
 * the case `share`, only what is shared every day: the first one.
 */
export function runScanCase(
  rounds: number,
  tell: (line: string) => void,
  name: ScanRow['case'] = 'scan',
): readonly ScanRow[] {
  return Object.entries(texts)
    .slice(0, name === 'scan' ? undefined : 1)
    .map(([title, make]) => {
      tell(`scan: ${title}`);
      const text = make();
      let findings = scanText(text).length;
      const times = Array.from({ length: rounds }, () => {
        const begin = process.threadCpuUsage();
        findings = scanText(text).length;
        const { user, system } = process.threadCpuUsage(begin);
        return (user + system) / 1000;
      });
      return { case: name, text: title, cpuMs: median(times), worstCpuMs: Math.max(...times), findings };
    });
}

/** One line for people. */
export function renderSearch({ text, cpuMs, worstCpuMs }: ScanRow): string {
  return `the search for secrets: ${formatNumber(cpuMs)} ms of the processor for 1 MB of ${text}, at worst ${formatNumber(worstCpuMs)}`;
}

/** The table for people. */
export function renderScan(rows: readonly ScanRow[]): string {
  const cells = rows.map(({ text, cpuMs, worstCpuMs, findings }) => [
    'scan',
    text,
    formatNumber(cpuMs),
    formatNumber(worstCpuMs),
    String(findings),
  ]);
  return alignColumns([['case', '1 MB of', 'CPU ms', 'worst', 'findings'], ...cells], 2).join('\n');
}
