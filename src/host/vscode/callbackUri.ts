import { env, Uri } from 'vscode';
import { callbackAddress } from '../../core/auth/signIn/callback.ts';

/** The redirect URI of this editor product, as it is registered with an integration. */
export function callbackUri(): Uri {
  return Uri.parse(callbackAddress(env.uriScheme));
}

/** The address that reaches exactly this window, also in a browser or a remote window. It changes between calls. */
export async function callbackUriOfWindow(): Promise<string> {
  return (await env.asExternalUri(callbackUri())).toString(true);
}
