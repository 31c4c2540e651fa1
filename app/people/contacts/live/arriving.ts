/** Ids of the people who slide into the list; each is taken out once it has. */
export const arriving = new Set<string>();
