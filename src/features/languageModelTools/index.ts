import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { listRoomsTool } from './listRooms.ts';
import type { ToolPorts } from './ports.ts';
import { readRoomTool } from './readRoom.ts';
import { registerTool } from './registerTool.ts';

/** What language models may do with rooms, each act within what the user allows. */
export function registerLanguageModelTools(ports: ToolPorts): Disposable {
  const owned = new DisposableStore();
  owned.add(registerTool('roomside_list_rooms', listRoomsTool(ports), ports.log));
  owned.add(registerTool('roomside_read_room', readRoomTool(ports), ports.log));
  return owned;
}
