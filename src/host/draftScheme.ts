/** The scheme under which messages are written. */
export const draftScheme = 'roomside-draft';
