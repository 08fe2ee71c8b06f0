import type { Context } from 'hono';
import type { ListenEnv } from '../listen.ts';
import type { PersonDocument } from './documents.ts';

/** The caller that the access token identifies. */
export interface Caller {
  readonly person: PersonDocument;
  /** `own`: the rooms of the person. `organization`: every room, with an administrator's admin or compliance scope. */
  readonly reach: 'own' | 'organization';
}

/** Absolute URLs of the other pages of a list; absent where there is no such page. */
export interface PageLinks {
  readonly first: string;
  readonly next: string | undefined;
}

/** The variables of a request. */
export interface RequestEnv {
  Bindings: Partial<ListenEnv>;
  Variables: {
    trackingId: string;
    /** Set by routes with an operation. */
    caller: Caller;
    /** Set by lists: the URLs of their other pages. */
    pageLinks: PageLinks | undefined;
  };
}

/** A request as the handlers see it. */
export type RequestContext = Context<RequestEnv>;
