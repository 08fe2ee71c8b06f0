import { l10n } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { displayTitle } from '../../core/base/text/displayTitle.ts';

/** Warnings to show before something is sent to a room. */
export function roomWarnings({ isLocked, title }: Pick<Room, 'isLocked' | 'title'>): readonly string[] {
  if (!isLocked) return [];
  return [l10n.t('{0} is locked by its moderators and may not accept your message', displayTitle(title))];
}
