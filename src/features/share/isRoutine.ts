import type { Room } from '../../core/api/resources.ts';
import type { RoomMarks } from '../../core/rooms/roomMarks.ts';
import { type AudiencePorts, isInternal, roomWarnings } from '../../host/ui/describeAudience.ts';
import type { RenderedText } from './sources/shareSource.ts';

const maxLines = 100;
/** The user waits for the list of the people in the room. */
const maxWaitMs = 3000;

/**
 * Whether a text may be sent without the last step: the user has shared to the room from here before, everyone in it is from
 * the same domain, the text is short, and there is nothing to warn about. What is not known counts as a reason to ask.
 */
export async function isRoutine(
  ports: AudiencePorts & { readonly marks: Pick<RoomMarks, 'record'> },
  room: Room,
  { lineCount, warnings }: Pick<RenderedText, 'lineCount' | 'warnings'>,
): Promise<boolean> {
  if (lineCount > maxLines || warnings.length > 0 || roomWarnings(room).length > 0) return false;
  if (!ports.marks.record.recent.includes(room.id)) return false;
  return isInternal(ports, room, AbortSignal.timeout(maxWaitMs));
}
