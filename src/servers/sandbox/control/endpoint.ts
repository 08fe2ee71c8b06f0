import type * as v from 'valibot';
import { fields, readBody } from '../http/bodies.ts';
import type { SandboxContext } from '../http/context.ts';

/** A POST of the control endpoints. */
export type Endpoint = (context: SandboxContext, request: Request) => Promise<Response>;

/** An endpoint with a JSON body of these fields, and a JSON answer. */
export function endpoint<const Entries extends v.ObjectEntries>(
  entries: Entries,
  answer: (context: SandboxContext, body: v.InferOutput<ReturnType<typeof fields<Entries>>>) => object,
): Endpoint {
  const shape = fields(entries);
  return async (context, request) => Response.json(answer(context, await readBody(request, shape)));
}
