import { fieldsOf } from '../core/base/json.ts';
import type { DoorAnswer } from '../core/terminal/doorCall.ts';
import { l10n } from './l10n.ts';

/** The answer of a tool for a person, who knows that other people have written it. */
export function formatAnswer({ text, data }: DoorAnswer): string {
  const { rooms, messages, hasMore, hasOlder } = fieldsOf(data);
  if (Array.isArray(rooms)) {
    const lines = rooms.map(fieldsOf).map(({ id, title }) => `${title ?? l10n.t('Title unavailable')}\t${id}`);
    return [...lines, ...(hasMore === true ? [l10n.t('There are more rooms. Name words of the title.')] : [])].join(
      '\n',
    );
  }
  if (!Array.isArray(messages)) return text;
  const shown = messages.map(fieldsOf).map(({ id, from, created = '', text: said, fileCount }) => {
    const head = [from, created, filesText(Number(fileCount)), id].filter(Boolean).join(' · ');
    return [head, ...`${said}`.split('\n').map((line) => `  ${line}`)].join('\n');
  });
  return shown.length === 0 ? text : [...(hasOlder === true ? ['…'] : []), ...shown].join('\n\n');
}

function filesText(count: number): string {
  if (!(count > 0)) return '';
  return count === 1 ? l10n.t('1 attachment') : l10n.t('{0} attachments', count);
}
