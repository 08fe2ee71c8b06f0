import type { TreeItem } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { defined } from '../../core/base/json.ts';
import { distinguishingEmail, type RequestedEmails } from '../../core/rooms/directEmails.ts';
import type { RoomNode } from '../../host/commands/commandArguments.ts';
import type { Services } from '../../host/services.ts';
import { teamTitle } from '../../host/ui/groupTitle.ts';
import { relativeTime } from '../../host/vscode/formats.ts';
import { type RoomFacts, roomItem } from './roomItems.ts';

/** The row of a room in a group. */
export interface RoomTreeRow extends RoomNode {
  readonly groupId: string;
  /** What the row shows, to see when it changes. */
  renderedKey?: string;
}

export interface RoomRowPorts extends Pick<Services, 'directory' | 'marks' | 'clock'> {
  readonly emails: RequestedEmails;
}

/** Creates the tree items of rooms. */
export class RoomRowRenderer {
  readonly #ports: RoomRowPorts;
  /** The room that names each team. Key: team id. */
  teams: ReadonlyMap<string, Room> = new Map();

  constructor(ports: RoomRowPorts) {
    this.#ports = ports;
  }

  itemOf(row: RoomTreeRow): TreeItem {
    const room = this.#ports.directory.find(row.roomId);
    const shown = room ?? { id: row.roomId, title: '', type: '' };
    row.renderedKey = this.#keyOf(row, room);
    return roomItem(shown, this.#ports.clock.now(), this.#factsOf(row, room));
  }

  /** Whether something has changed since this was asked last: the room, a mark, its relative time or the name of its team. */
  update(row: RoomTreeRow): boolean {
    const { renderedKey } = row;
    row.renderedKey = this.#keyOf(row, this.#ports.directory.find(row.roomId));
    return row.renderedKey !== renderedKey;
  }

  #keyOf(row: RoomTreeRow, room: Room | undefined): string {
    const activity = relativeTime(room?.lastActivity, this.#ports.clock.now());
    return JSON.stringify([room, this.#factsOf(row, room), activity]);
  }

  #factsOf({ roomId, groupId }: RoomTreeRow, room: Room | undefined): RoomFacts {
    const { directory, marks } = this.#ports;
    const isTeamShown = groupId.startsWith('team:') || room?.teamId === undefined;
    const { pinned, workspaceRoom } = marks.record;
    const isWorkspaceRoom = workspaceRoom === roomId;
    return {
      isUnread: marks.isUnread(roomId, directory.activityMs(roomId)),
      isPinned: pinned.includes(roomId) && !isWorkspaceRoom,
      isHidden: marks.isHidden(roomId),
      isWorkspaceRoom,
      ...defined({ email: distinguishingEmail(this.#ports, roomId) }),
      ...(!isTeamShown && { team: teamTitle(this.teams.get(room.teamId ?? '')) }),
    };
  }
}
