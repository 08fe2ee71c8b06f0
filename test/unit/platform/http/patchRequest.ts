import defaultHttp, * as http from 'node:http';
import defaultHttps, * as https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

type Request = (options: https.RequestOptions) => http.ClientRequest;

const modules = { http: defaultHttp, https: defaultHttps };

/** Replaces `request` of node:http or node:https, as VS Code does, until the end of the test. */
export function useRequestPatch(): (scheme: keyof typeof modules, patched: Request) => void {
  const originals = { http: http.request, https: https.request };
  const replace = (scheme: keyof typeof modules, request: unknown): void => {
    Object.assign(modules[scheme], { request });
    syncBuiltinESMExports();
  };
  afterEach(() => {
    for (const scheme of ['http', 'https'] as const) replace(scheme, originals[scheme]);
  });
  return replace;
}
