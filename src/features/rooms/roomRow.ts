import type { TreeItem } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { defined } from '../../core/base/json.ts';
import { distinguishingEmail } from '../../core/rooms/directEmails.ts';
import type { RoomNode } from '../../host/commands/commandArguments.ts';
import { teamTitle } from '../../host/ui/groupTitle.ts';
import type { RoomPickPorts } from '../../host/ui/roomPickItems.ts';
import { relativeTime } from '../../host/vscode/formats.ts';
import { type RoomFacts, roomItem } from './roomItems.ts';

/** The row of a room in a group. */
export interface RoomTreeRow extends RoomNode {
  readonly groupId: string;
  /** What the row shows, to see when it changes. */
  renderedKey?: string;
}

/** The room that names each team, by the id of the team. */
type Teams = ReadonlyMap<string, Room>;

/** Creates the tree item of a row. */
export function rowItem(ports: RoomPickPorts, teams: Teams, row: RoomTreeRow): TreeItem {
  updateRow(ports, teams, row);
  const room = ports.directory.find(row.roomId);
  return roomItem(room ?? { id: row.roomId, title: '', type: '' }, ports.clock.now(), factsOf(ports, teams, row));
}

/** Whether something has changed since this was asked last: the room, a mark, its relative time or the name of its team. */
export function updateRow(ports: RoomPickPorts, teams: Teams, row: RoomTreeRow): boolean {
  const room = ports.directory.find(row.roomId);
  const activity = relativeTime(room?.lastActivity, ports.clock.now());
  const { renderedKey } = row;
  row.renderedKey = JSON.stringify([room, factsOf(ports, teams, row), activity]);
  return row.renderedKey !== renderedKey;
}

function factsOf(ports: RoomPickPorts, teams: Teams, { roomId, groupId }: RoomTreeRow): RoomFacts {
  const { directory, marks } = ports;
  const teamId = groupId.startsWith('team:') ? undefined : directory.find(roomId)?.teamId;
  const { pinned, workspaceRoom } = marks.record;
  const isWorkspaceRoom = workspaceRoom === roomId;
  return {
    isUnread: marks.isUnread(roomId, directory.activityMs(roomId)),
    isPinned: pinned.includes(roomId) && !isWorkspaceRoom,
    isHidden: marks.isHidden(roomId),
    isWorkspaceRoom,
    ...defined({ email: distinguishingEmail(ports, roomId) }),
    ...(teamId !== undefined && { team: teamTitle(teams.get(teamId)) }),
  };
}
