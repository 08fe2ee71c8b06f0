import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { draftMessageTool } from './draftMessage.ts';
import { listRoomsTool } from './listRooms.ts';
import type { ToolPorts } from './ports.ts';
import { postMessageTool } from './postMessage.ts';
import { readRoomTool } from './readRoom.ts';
import { registerTool } from './registerTool.ts';

/** What language models may do with rooms, each act within what the user allows. */
export function registerLanguageModelTools(ports: ToolPorts): Disposable {
  const owned = new DisposableStore();
  owned.add(registerTool('roomside_list_rooms', listRoomsTool(ports), ports.log));
  owned.add(registerTool('roomside_read_room', readRoomTool(ports), ports.log));
  owned.add(registerTool('roomside_draft_message', draftMessageTool(ports), ports.log));
  owned.add(registerTool('roomside_post_message', postMessageTool(ports), ports.log));
  return owned;
}
