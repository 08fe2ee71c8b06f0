import type { Context } from 'hono';
import type { ListenEnv } from '../../listen.ts';

/** Who asks, as proven by the access token. */
export interface Caller {
  readonly person: { readonly id: string; readonly email: string };
  readonly scopes: ReadonlySet<string>;
  /** `own`: the rooms the person is in. `organization`: every room, by an admin or compliance scope of an administrator. */
  readonly reach: 'own' | 'organization';
}

/** Absolute URLs of the other pages of a list; absent where there is no such page. */
export interface PageLinks {
  readonly first: string;
  readonly next: string | undefined;
  readonly prev: string | undefined;
}

/** What a request carries on its way through the app. */
export interface RequestEnv {
  Bindings: Partial<ListenEnv>;
  Variables: {
    trackingId: string;
    /** Set by routes that name an operation. */
    caller: Caller;
    /** Set by lists: where their other pages are. */
    pageLinks: PageLinks | undefined;
  };
}

/** One request, as the handlers see it. */
export type RequestContext = Context<RequestEnv>;
