/** Limits that forms check, too; no schema library here, so that screens can import them alone. */

export const TAG_LENGTH_MAX = 40;
export const NOTES_A_CONTACT_MAX = 200;
/** Contacts chosen one by one in a call. */
export const CHOSEN_MAX = 1_000;
