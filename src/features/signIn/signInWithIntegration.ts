import { l10n } from 'vscode';
import type { Account } from '../../core/auth/account.ts';
import { authorizeUrl } from '../../core/auth/authorizeUrl.ts';
import { challengeOf } from '../../core/auth/brokerClient.ts';
import type { BrowserAttempt } from '../../core/auth/browserAttempt.ts';
import type { Integration, IntegrationPorts } from '../../core/auth/integration.ts';
import { startLoopbackServer } from '../../core/auth/loopbackServer.ts';
import { newIntegrationFlow } from '../../core/auth/pendingFlow.ts';
import type { Redirect } from '../../core/auth/redirect.ts';
import { requestedScopes, scopePrefixOf } from '../../core/auth/scopes.ts';
import type { ErrorReporter } from '../../host/errors/errorReporter.ts';
import { type BrowserSignInPorts, signInThroughBrowser } from '../../host/signIn/browserSignIn.ts';
import { settings } from '../../host/vscode/settings.ts';
import { askIntegration } from './askIntegration.ts';
import { chooseRedirect } from './chooseRedirect.ts';

export interface IntegrationSignInPorts extends BrowserSignInPorts, IntegrationPorts {
  readonly errors: ErrorReporter;
}

/** Signs in through the browser with the user's own integration. */
export async function signInWithIntegration(
  ports: IntegrationSignInPorts,
  baseUrl: string,
): Promise<Account | undefined> {
  const redirect = await chooseRedirect();
  if (redirect === undefined) return undefined;
  const integration = await askIntegration(ports, baseUrl, redirect.redirectUri);
  if (integration === undefined) return undefined;
  return signInThroughBrowser(ports, () => beginAttempt(ports, integration, redirect));
}

async function beginAttempt(
  ports: IntegrationSignInPorts,
  integration: Integration,
  { redirectUri, loopbackPort, isPasted = false }: Redirect,
): Promise<BrowserAttempt> {
  const facts = { kind: 'integration', redirectUri, startedAtMs: ports.clock.now() } as const;
  const scopes = requestedScopes(scopePrefixOf(integration.baseUrl, settings.scopePrefix.value));
  const flow = newIntegrationFlow({ ...integration, ...facts, scopes });
  const attempt = { flow, isPasted, address: authorizeUrl({ ...flow, codeChallenge: challengeOf(flow.verifier) }) };
  if (loopbackPort === undefined) return attempt;
  const server = await startLoopbackServer({
    port: loopbackPort,
    state: flow.state,
    pageText: {
      title: 'Roomside',
      received: l10n.t('Return to your editor. You can close this page.'),
      declined: l10n.t('Access was denied. You can close this page.'),
      unknown: l10n.t("Roomside isn't expecting this sign-in."),
    },
    // The waiting flow gets its own result. Only errors that no flow receives are thrown here.
    onCallback: (query) => void ports.flows.complete(query).catch((error: unknown) => ports.errors.report(error)),
  });
  return { ...attempt, close: () => server.close() };
}
