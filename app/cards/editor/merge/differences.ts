import { CARD_FIELD_NAMES, type CardFieldName, cardField } from '#shared/cards/card-fields.ts';
import { SOCIAL_NETWORKS } from '#shared/contract/constants.ts';
import { SOCIAL_LABELS, type SocialNetwork } from '#shared/contract/links.ts';
import type { CardForm } from '../card-form.ts';

/** A difference between a form and the card as it was saved elsewhere meanwhile. */

export interface Difference {
  /** The path of the field: "jobTitle", "social.linkedin". */
  path: string;
  label: string;
  mine: unknown;
  theirs: unknown;
  /** True if it was changed here, too: only then does the owner have to decide. */
  isMine: boolean;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const pathsOf = (name: CardFieldName): { path: string; label: string }[] =>
  cardField(name).kind === 'social'
    ? SOCIAL_NETWORKS.map((network) => ({ path: `${name}.${network}`, label: SOCIAL_LABELS[network] }))
    : [{ path: name, label: cardField(name).label }];

function valueAt(form: CardForm, path: string): unknown {
  const [name = '', network] = path.split('.');
  const value: unknown = Reflect.get(form, name);
  return network ? Reflect.get(Object(value), network) : value;
}

/**
 * The fields that were changed elsewhere since the form was filled, and are not the same in it now. `base` is what the
 * form was filled from.
 */
export function findDifferences(base: CardForm, mine: CardForm, theirs: CardForm): Difference[] {
  return CARD_FIELD_NAMES.flatMap(pathsOf).flatMap(({ path, label }) => {
    const [was, here, there] = [base, mine, theirs].map((form) => valueAt(form, path));
    if (isSame(there, was) || isSame(there, here)) return [];
    return [{ path, label, mine: here, theirs: there, isMine: !isSame(here, was) }];
  });
}

/** The form with the card's values in all fields of which mine was not chosen, and in those not touched here. */
export function mergeFields(
  { base, mine, theirs }: { base: CardForm; mine: CardForm; theirs: CardForm },
  keepsMine: (path: string) => boolean,
): CardForm {
  const merged = structuredClone(mine);
  for (const { path } of findDifferences(base, mine, theirs)) {
    if (keepsMine(path)) continue;
    const [name = '', network] = path.split('.');
    if (network) merged.social[network as SocialNetwork] = theirs.social[network as SocialNetwork];
    else Object.assign(merged, { [name]: valueAt(theirs, path) });
  }
  return merged;
}
