import { env, Uri } from 'vscode';
import { callbackAddress } from '../../core/auth/signIn/callback.ts';

/** The redirect URI of this editor product, as it is registered with an integration. */
export function callbackUri(): Uri {
  return Uri.parse(callbackAddress(env.uriScheme));
}

/** The address that reaches exactly this window, also in a browser or a remote window. It changes between calls. Where an editor has no such address, as Theia, it is that of the product. */
export async function callbackUriOfWindow(): Promise<string> {
  const uri = callbackUri();
  return ((await env.asExternalUri?.(uri)) ?? uri).toString(true);
}
