import type { CallTool } from '../../core/terminal/shareRequest.ts';
import { askAndWaitTool } from './askAndWait.ts';
import { type ToolPorts, toLanguageModelTools } from './languageModelTool.ts';
import { draftMessageTool, postMessageTool, replyTool, shareLinesTool } from './messageTools.ts';
import { programTools } from './programTools.ts';
import { listRoomsTool, readRoomTool, searchRoomTool } from './roomTools.ts';

// decisions/0021
/** The tools, for the language models of VS Code and for other programs. */
export function createTools(ports: ToolPorts) {
  const readRoom = readRoomTool(ports);
  const tools = {
    roomside_list_rooms: listRoomsTool(ports),
    roomside_read_room: readRoom,
    roomside_search_room: searchRoomTool(ports),
    roomside_draft_message: draftMessageTool(ports),
    roomside_post_message: postMessageTool(ports),
    roomside_reply: replyTool(ports),
    roomside_share_lines: shareLinesTool(ports),
    roomside_ask_and_wait: askAndWaitTool(ports, readRoom),
  };
  const call: CallTool = programTools(tools, ports);
  return { call, models: toLanguageModelTools(tools, ports.log) };
}
