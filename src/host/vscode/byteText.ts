import { env } from 'vscode';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A number of bytes in the user's language: "512 byte", "1.2 MB" (units of 1024). */
export function byteText(byteLength: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(byteLength, 1)) / 10), units.length - 1);
  const value = byteLength / 1024 ** step;
  const format = { style: 'unit', unit: units[step] ?? 'byte', maximumFractionDigits: step === 0 ? 0 : 1 } as const;
  return new Intl.NumberFormat(env.language, { ...format, unitDisplay: step === 0 ? 'long' : 'short' }).format(value);
}
