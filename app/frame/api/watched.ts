/** Options of a query that is read again whenever its component opens, or its tab is looked at again. */
export const WATCHED = { refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const;
