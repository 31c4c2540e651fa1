/** The labels of a name's parts. Screens load this for a form, without the guess of `names.ts`. */

/** Parts of the full name, in the order of Western names. */
export const NAME_PARTS = ['namePrefix', 'givenName', 'additionalName', 'familyName', 'nameSuffix'] as const;
export type NamePart = (typeof NAME_PARTS)[number];
/** The pronunciation of a part, in a phonetic script: kana, Pinyin, Latin. Never guessed. */
export const PHONETIC_PARTS = ['phoneticGivenName', 'phoneticFamilyName'] as const;
export type PhoneticPart = (typeof PHONETIC_PARTS)[number];
export const NAME_ORDERS = ['givenFirst', 'familyFirst'] as const;
export type NameOrder = (typeof NAME_ORDERS)[number];
/** The name fields of cards and contacts. */
export const NAME_FIELDS = [...NAME_PARTS, ...PHONETIC_PARTS, 'nameOrder'] as const;
export type NameField = (typeof NAME_FIELDS)[number];

/** Parts as they are stored: an empty one is unknown. */
export type NameFields = { [part in NamePart | PhoneticPart]?: string | null | undefined } & {
  nameOrder?: NameOrder | null | undefined;
};
export type Named = NameFields & { fullName: string };
