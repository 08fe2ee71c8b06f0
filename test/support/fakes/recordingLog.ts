import type { Log } from '../../../src/core/base/log.ts';

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly error?: unknown;
}

/** A log that keeps its messages. */
export class RecordingLog implements Log {
  readonly lines: LogLine[] = [];

  /** All messages, a line each. */
  get text(): string {
    return this.lines.map(({ level, message }) => `${level} ${message}`).join('\n');
  }

  debug(message: string): void {
    this.lines.push({ level: 'debug', message });
  }

  info(message: string): void {
    this.lines.push({ level: 'info', message });
  }

  warn(message: string): void {
    this.lines.push({ level: 'warn', message });
  }

  error(message: string, error?: unknown): void {
    this.lines.push({ level: 'error', message, error });
  }
}
