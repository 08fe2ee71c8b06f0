import { type Clock, systemClock } from '../base/clock.ts';

const esc = '\u001b';
const bell = '\u0007';
// Built from parts, because the source must not contain control characters.
const sequence = [
  `${esc}\\][^${bell}${esc}]*(?:${bell}|${esc}\\\\|$)`, // titles, links, marks of the shell integration
  `${esc}[PX^_][^${esc}]*(?:${esc}\\\\|$)`,
  `${esc}\\[[0-?]*[ -/]*(?:[@-~]|$)`,
  `${esc}[ -/]*(?:[0-~]|$)`,
].join('|');
const control = '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]';
const needsScreen = new RegExp(control);
const stripped = new RegExp(`${sequence}|${control}`, 'g');

/** The user waits for it. */
const screenLimitMs = 2000;

/**
 * The text that a terminal shows for a program's output: without colors and links, and with overwritten lines, such as
 * progress bars, in their final state, also where the cursor moved up. Output that takes a terminal longer than two seconds
 * keeps all its states, one below the other. It has no empty lines at its end.
 */
export async function terminalText(data: string, clock: Pick<Clock, 'now'> = systemClock): Promise<string> {
  const text = data.replaceAll('\r\n', '\n');
  if (!needsScreen.test(text)) return trimmed(text);
  const { screenText } = await import('./terminalScreen.ts');
  const shown = await screenText(data, clock, screenLimitMs);
  return shown ?? trimmed(text.replace(stripped, (found) => (found === '\r' ? '\n' : '')));
}

function trimmed(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1).join('\n');
}
