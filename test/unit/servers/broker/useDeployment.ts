import { isBrokerRefusal } from '../../../../src/core/auth/brokerClient.ts';
import type { Deployment, DeploymentOptions, OpenDeployment } from './deployment.ts';
import { type BrokerPage, codeOf, TestBrowser } from './testBrowser.ts';
import { type BrokerTokens, TestEditor } from './testEditor.ts';

export interface Opened {
  readonly deployment: Deployment;
  readonly browser: TestBrowser;
  readonly editor: TestEditor;
}

export interface SignedIn extends Opened {
  readonly page: BrokerPage;
  /** Sealed. */
  readonly code: string;
  readonly tokens: BrokerTokens;
}

/**
 * Opens deployments for the tests of the surrounding describe block. After each test all recorded data is searched for
 * secrets, and the deployment is closed.
 */
export function useDeployment(openDeployment: OpenDeployment): {
  open(options?: DeploymentOptions): Promise<Opened>;
  signIn(options?: DeploymentOptions): Promise<SignedIn>;
} {
  const opened: Deployment[] = [];
  afterEach(async () => {
    const deployments = opened.splice(0);
    await Promise.all(deployments.map((deployment) => deployment.close()));
    for (const { capture } of deployments) capture.assertNoLeak();
  });
  const open = async (options: DeploymentOptions = {}): Promise<Opened> => {
    const deployment = await openDeployment(options);
    opened.push(deployment);
    return { deployment, browser: new TestBrowser(deployment), editor: new TestEditor(deployment) };
  };
  return {
    open,
    async signIn(options) {
      const parts = await open(options);
      return { ...parts, ...(await signInWith(parts)) };
    },
  };
}

/** Signs in with another editor and another browser. */
export async function signInAgain(deployment: Deployment): Promise<SignedIn> {
  const parts = { deployment, browser: new TestBrowser(deployment), editor: new TestEditor(deployment) };
  return { ...parts, ...(await signInWith(parts)) };
}

async function signInWith({ browser, editor }: Opened): Promise<Omit<SignedIn, keyof Opened>> {
  const page = await browser.signIn(editor.startUrl());
  const code = codeOf(page);
  return { page, code, tokens: await editor.redeem(code) };
}

/** Posts JSON, or a text unchanged. */
export function postJson(
  deployment: Deployment,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const request = new Request(`${deployment.publicUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return deployment.fetch(request);
}

/** The number of requests with this grant type that the service received. */
export function upstreamCount({ capture }: Deployment, grantType: 'authorization_code' | 'refresh_token'): number {
  return capture.upstreamForms.filter((form) => form.get('grant_type') === grantType).length;
}

/** For `assert.rejects`: the code or handle is no longer valid. */
export const isRefusal = (error: unknown): boolean => isBrokerRefusal(error);
