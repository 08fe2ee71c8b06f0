import { type LogOutputChannel, window } from 'vscode';
import { replaceInWindow } from './windowMember.ts';

/** A line that Roomside wrote into its output channel. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly text: string;
}

interface WatchedLog {
  readonly lines: LogLine[];
  readonly listeners: Set<(line: LogLine) => void>;
}

const levels = ['debug', 'info', 'warn', 'error'] as const;

/** Records all messages, including those below the log level, and still writes to the channel. */
function keepLines(channel: LogOutputChannel, watched: WatchedLog): LogOutputChannel {
  for (const level of levels) {
    const write = channel[level].bind(channel);
    const keep = (text: string): void => {
      const line = { level, text };
      watched.lines.push(line);
      write(text);
      for (const listener of [...watched.listeners]) listener(line);
    };
    Object.assign(channel, { [level]: keep });
  }
  return channel;
}

function beginWatching(): WatchedLog {
  const watched: WatchedLog = { lines: [], listeners: new Set() };
  // For the life of the window: the first test creates the channel, once.
  replaceInWindow('createOutputChannel', () => {
    const original = window.createOutputChannel as (name: string, options: { log: true }) => LogOutputChannel;
    return (name: string, options: { log: true }) => {
      const channel = original(name, options);
      return name === 'Roomside' ? keepLines(channel, watched) : channel;
    };
  });
  return watched;
}

const log = beginWatching();

/** All that Roomside has logged so far in this window. */
export function logLines(): readonly LogLine[] {
  return log.lines;
}

/** Waits for a line that is logged from now on. */
export function nextLogLine(pattern: RegExp): Promise<LogLine> {
  return new Promise((resolve) => {
    const listener = (line: LogLine): void => {
      if (!pattern.test(line.text)) return;
      log.listeners.delete(listener);
      resolve(line);
    };
    log.listeners.add(listener);
  });
}
