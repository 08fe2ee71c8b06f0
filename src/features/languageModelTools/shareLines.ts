import { isAbsolute } from 'node:path';
import { Uri, workspace } from 'vscode';
import { postTool } from './askToPost.ts';
import type { Tool, ToolPorts } from './languageModelTool.ts';
import { ToolError } from './model/toolFailure.ts';

const unreadableAnswer =
  'There is no text file with this absolute path on the machine of the workspace, or it is too large. Nothing was sent.';

/** Shares lines of a file as Share Selection does: Roomside makes the header, the commit and the link. */
export function shareLinesTool(ports: ToolPorts): Tool<'roomside_share_lines'> {
  return postTool(ports, async ({ path, startLine, endLine, comment }) => {
    const lineCount = await lineCountOf(path);
    if (startLine > endLine || endLine > lineCount)
      throw new ToolError(`There are no such lines: the file has ${lineCount}. Nothing was sent.`);
    return { content: { files: [{ path, startLine, endLine }] }, comment };
  });
}

async function lineCountOf(path: string): Promise<number> {
  if (!isAbsolute(path)) throw new ToolError(unreadableAnswer);
  try {
    return (await workspace.openTextDocument(Uri.file(path))).lineCount;
  } catch {
    // Its text would name the path in words of the system.
    throw new ToolError(unreadableAnswer);
  }
}
