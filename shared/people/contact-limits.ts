/** Limits that forms check, too; no schema library here, so that screens can import them alone. */

export const TAG_LENGTH_MAX = 40;
export const NOTES_A_CONTACT_MAX = 200;
/** Contacts chosen one by one in a call. */
export const CHOSEN_MAX = 1_000;
/** More values of each kind that a contact may have: email addresses, numbers, websites. */
export const MORE_MAX = 10;
export const ADDRESSES_MAX = 5;
/** Tags of an owner, and of one contact. */
export const TAGS_MAX = 200;
export const TAGS_A_CONTACT_MAX = 20;
/** Properties of imported files that no field stands for, and their size as JSON in characters. */
export const OTHER_PROPERTIES_MAX = 50;
export const OTHER_PROPERTIES_LENGTH_MAX = 20_000;
/** How long what was done to several contacts can be undone. */
export const UNDO_DAYS = 30;
/** The owner's name for a value. */
export const LABEL_MAX = 40;
