/** IDs are any text of the service; one that could form a sentence is not shown to a model. */
export const isPlainId = (id: string | undefined): id is string => /^[\w+/=.:~-]{1,200}$/.test(id ?? '');
