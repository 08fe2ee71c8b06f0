/** The URI scheme of message drafts. */
export const draftScheme = 'roomside-draft';
