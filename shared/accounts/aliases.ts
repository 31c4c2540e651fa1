import { endpoint } from '#shared/contract/api.ts';
import { count, id, line, moment } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';

/** Short addresses that their owners choose: /{username} for a person and /c/{name} for a card. */

/** The targets of a name in a short address. */
export const ALIAS_KINDS = ['username', 'card'] as const;
export type AliasKind = (typeof ALIAS_KINDS)[number];

/** How many names an account may use in all, and how many new ones in `NEW_NAMES_DAYS`: no name is ever free again. */
export const NAMES_MAX = 30;
export const NEW_NAMES_MAX = 10;
export const NEW_NAMES_DAYS = 30;

const NAME_MAX = 40;
const NAME_MIN = 3;
/** A single character of these says what takes a word in other scripts. */
const HAS_WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Letters, their vowel signs and digits; dots, dashes and underscores only between them, one at a time. */
const NAME =
  /^[\p{L}\p{N}](?:(?!\p{Script=Inherited})\p{M})*(?:[._-]?[\p{L}\p{N}](?:(?!\p{Script=Inherited})\p{M})*)*$/u;

/**
 * A name in the form in which names are compared and stand in addresses: without compatibility forms and letter case
 * (Unicode's NFKC, lower case letter by letter, since a final sigma depends on what follows).
 */
export function foldName(name: string): string {
  const letters = Array.from(name.trim().normalize('NFKC'), (letter) => letter.toLowerCase());
  return letters.join('').replaceAll('ς', 'σ').normalize('NFKC');
}

/** True if folded text could be a name at all. */
export function isName(folded: string): boolean {
  const { length } = [...folded];
  return length <= NAME_MAX && (length >= NAME_MIN || HAS_WORDS.test(folded)) && NAME.test(folded);
}

/** The path of a short address, percent-encoded. */
export const aliasPath = (kind: AliasKind, folded: string): string =>
  `${kind === 'card' ? '/c/' : '/'}${encodeURIComponent(folded)}`;

/** The path of a card's main link: canonical, copied and shared. QR codes and passes always say /card/{id}. */
export const pathToCard = (card: { id: string; alias: string | null; isAliasMain: boolean }): string =>
  card.alias !== null && card.isAliasMain ? aliasPath('card', card.alias) : `/card/${card.id}`;

const formerName = z.object({ name: z.string(), path: z.string(), chosenAt: moment });

/** The short addresses of a card and of its owner. */
export const cardAliases = z
  .object({
    card: z.object({
      /** Null: the card has none. */
      name: z.string().nullable(),
      path: z.string().nullable(),
      /** True if it is the card's main link, instead of /card/{id}. */
      isMain: z.boolean(),
      /** They redirect to the card for good. */
      former: z.array(formerName),
    }),
    username: z.object({
      /** Null: the username cannot be part of an address; `problem` says why. */
      path: z.string().nullable(),
      problem: z.string().nullable(),
      isOn: z.boolean(),
      /** The name's current target. */
      shows: z.enum(['portfolio', 'card']),
      former: z.array(formerName),
    }),
    /** How many names can be chosen that this account has not used before, and when there will be more again. */
    newNames: z.object({ left: count, leftInAll: count, moreAt: moment.nullable() }),
  })
  .meta({ id: 'CardAliases' });
export type CardAliases = z.output<typeof cardAliases>;

/** True if a name can be chosen for a card. */
export const nameCheck = z
  .object({
    /** As it would stand in the address. */
    name: z.string(),
    path: z.string(),
    isFree: z.boolean(),
    /** Why not. */
    problem: z.string().nullable(),
    /** A similar name that is free. */
    suggestion: z.string().nullable(),
  })
  .meta({ id: 'NameCheck' });
export type NameCheck = z.output<typeof nameCheck>;

/** `name` is null to give the card's name up; its links then lead to /card/{id}. */
export const cardAlias = z
  .object({ name: line(200).min(1).nullable(), isMain: z.boolean().optional() })
  .meta({ id: 'CardAlias' });

const cardParams = z.object({ cardId: id });

export const aliasesEndpoints = {
  get: endpoint('GET', '/api/aliases/cards/{cardId}', {
    summary: 'The short addresses of a card and of its owner',
    who: 'user',
    params: cardParams,
    returns: cardAliases,
  }),
  check: endpoint('GET', '/api/aliases/cards/{cardId}/check', {
    summary: 'Whether a name is free for a card',
    who: 'user',
    params: cardParams,
    query: z.object({ name: z.string().max(200) }),
    limit: 'nameCheck',
    returns: nameCheck,
  }),
  setCard: endpoint('PUT', '/api/aliases/cards/{cardId}', {
    summary: 'Choose the name in /c/{name}; former ones redirect. 409 if it is taken, with one that is free',
    who: 'user',
    params: cardParams,
    body: cardAlias,
    limit: 'cardWrite',
    returns: cardAliases,
  }),
  setUsername: endpoint('PUT', '/api/aliases/cards/{cardId}/username', {
    summary: 'Turn /{username} on or off: the portfolio, or the card while only one is active',
    who: 'user',
    params: cardParams,
    body: z.object({ isOn: z.boolean() }),
    limit: 'cardWrite',
    returns: cardAliases,
  }),
};
