const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

/** "5 December 2026", in the reader's language and time zone. */
export const formatDay = (iso: string): string => DAY.format(new Date(iso));
