import { readResponseText } from '../../core/api/jsonResponse.ts';
import { jsonBody } from '../../core/api/requestBody.ts';
import type { Send } from '../../core/api/send.ts';
import { parseJsonObject } from '../../core/base/json.ts';
import type { SandboxAddress } from '../../platform/sandbox/sandboxProcess.ts';

const maxAnswerBytes = 1024 * 1024;

/** Calls a control endpoint of the sandbox (docs/sandbox.md). @returns its JSON answer */
export async function callSandbox(
  send: Send,
  { origin, controlKey }: SandboxAddress,
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const headers = { 'x-sandbox-control': controlKey };
  const request = { url: `${origin}/_sandbox/${path}`, headers };
  const response = await send(
    body === undefined ? { ...request, method: 'GET' } : { ...request, method: 'POST', body: jsonBody(body) },
  );
  const { text: answer } = await readResponseText(response, maxAnswerBytes);
  if (response.status >= 300) throw new Error(`the sandbox answered ${path} with status ${response.status}`);
  const fields = parseJsonObject(answer);
  if (fields === undefined) throw new Error(`the sandbox answered ${path} without JSON`);
  return fields;
}
