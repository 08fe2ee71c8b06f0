import type { Memento } from 'vscode';
import type { MarksStore, StoredMarks } from '../../core/rooms/roomMarks.ts';

/** The marks of rooms in the state of the extension: global marks, and the room pinned for this workspace. */
export function roomMarksMemento(everywhere: Memento, workspace: Memento): MarksStore {
  const key = (accountId: string): string => `rooms.marks.v1.${accountId}`;
  const workspaceKey = (accountId: string): string => `rooms.workspaceRoom.v1.${accountId}`;
  return {
    read(accountId) {
      const stored = everywhere.get<object>(key(accountId));
      return { ...stored, workspaceRoom: workspace.get(workspaceKey(accountId)) };
    },
    async write(accountId, record) {
      const { workspaceRoom, ...marks }: Partial<StoredMarks> = record ?? {};
      await everywhere.update(key(accountId), record === undefined ? undefined : marks);
      if (workspace.get(workspaceKey(accountId)) !== workspaceRoom) {
        await workspace.update(workspaceKey(accountId), workspaceRoom);
      }
    },
  };
}
