import type { Context } from 'hono';
import type { ListenEnv } from '../../listen.ts';
import type { PersonDocument } from '../store/documents.ts';

/** The caller that the access token identifies. */
export interface Caller {
  readonly person: PersonDocument;
  /** `own`: the rooms of the person. `organization`: every room, with an administrator's admin or compliance scope. */
  readonly reach: 'own' | 'organization';
}

/** The variables of a request. */
export interface RequestEnv {
  Bindings: ListenEnv;
  Variables: {
    trackingId: string;
    /** Set by routes with an operation. */
    caller: Caller;
    /** Set by lists: the absolute URLs of their other pages. */
    pageLinks: { first: string; next: string | undefined } | undefined;
  };
}

/** A request as the handlers see it. */
export type RequestContext = Context<RequestEnv>;
