import type { LanguageModelTool } from 'vscode';
import { type ToolPorts, toLanguageModelTool } from './languageModelTool.ts';
import { draftMessageTool, postMessageTool } from './messageTools.ts';
import type { ToolName } from './model/toolInput.ts';
import { listRoomsTool, readRoomTool } from './roomTools.ts';

export function createLanguageModelTools(ports: ToolPorts): Readonly<Record<ToolName, LanguageModelTool<unknown>>> {
  return {
    roomside_list_rooms: toLanguageModelTool('roomside_list_rooms', listRoomsTool(ports), ports.log),
    roomside_read_room: toLanguageModelTool('roomside_read_room', readRoomTool(ports), ports.log),
    roomside_draft_message: toLanguageModelTool('roomside_draft_message', draftMessageTool(ports), ports.log),
    roomside_post_message: toLanguageModelTool('roomside_post_message', postMessageTool(ports), ports.log),
  };
}
