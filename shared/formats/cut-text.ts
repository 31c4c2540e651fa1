/** The beginning of a text: at most `max` UTF-16 units, and never half of a character, which PostgreSQL refuses in JSON. */
export const cutText = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');

/** Likewise, with an ellipsis as its last character if anything is left out. */
export const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${cutText(text, max - 1)}…`;
