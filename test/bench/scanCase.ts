import { scanText } from '../../src/core/secrets/scanText.ts';
import { projectFiles, projectText } from '../unit/project/projectFiles.ts';
import { median } from './statistics.ts';
import { alignColumns, formatNumber } from './table.ts';

/** A result of the case `scan`: the scan of 1 MB of text for secrets. */
export interface ScanRow {
  readonly case: 'scan' | 'share/scan';
  readonly text: string;
  readonly cpuMs: number;
  readonly worstCpuMs: number;
  readonly findings: number;
}

const length = 2 ** 20;
const filled = (text: string): string => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Typical shares, long texts, and texts that are made to be slow. */
const texts: Readonly<Record<string, () => string>> = {
  'our own sources': () => filled(projectFiles('src/**/*.ts').map(projectText).join('\n')),
  'a lock file': () => filled(projectText('package-lock.json')),
  prose: () => filled(projectText('README.md')),
  'one line of Base64': () => filled(Buffer.from(projectText('package-lock.json')).toString('base64')),
  'names and colons without end': () => filled('token=a:'),
};

/**
 * Scans each text once per round after a warm-up, and measures CPU time. As a part of the case `share`, only the first
 * text, a typical share.
 */
export function runScanCase(
  rounds: number,
  report: (line: string) => void,
  name: ScanRow['case'] = 'scan',
): readonly ScanRow[] {
  return Object.entries(texts)
    .slice(0, name === 'scan' ? undefined : 1)
    .map(([title, make]) => {
      report(`scan: ${title}`);
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

/** The result as one line. */
export function renderSearch({ text, cpuMs, worstCpuMs }: ScanRow): string {
  return `the search for secrets: ${formatNumber(cpuMs)} ms of the processor for 1 MB of ${text}, at worst ${formatNumber(worstCpuMs)}`;
}

/** The results as a table. */
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
