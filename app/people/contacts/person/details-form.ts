import type { BodyOf } from '#app/frame/api/call.ts';
import { each } from '#shared/contract/field-kinds.ts';
import type { SocialNetwork } from '#shared/contract/links.ts';
import type { NameOrder } from '#shared/names/name-parts.ts';
import type { SINGLE_NAMES } from '#shared/people/contact-record.ts';
import type { FurtherKind, Labeled, PostalAddress } from '#shared/people/record-field.ts';

export type DetailsForm = Record<(typeof SINGLE_NAMES)[number] | `${FurtherKind['of']}Label`, string> & {
  moreEmails: Labeled[];
  morePhones: Labeled[];
  moreWebsites: Labeled[];
  social: Partial<Record<SocialNetwork, string>>;
  addresses: PostalAddress[];
  nameOrder: NameOrder | '';
};

const MORE = ['moreEmails', 'morePhones', 'moreWebsites'] as const;
/** The fields that are lists. */
export const ROWS = [...MORE, 'addresses'] as const;

/** The rows in which something besides a label was typed: others stand for nothing. */
const filledOf = <Row extends object>(rows: Row[]): Row[] =>
  rows.filter((row) => Object.entries(row).some(([part, text]) => part !== 'label' && text.trim()));

export const withoutBlankRows = (typed: DetailsForm): DetailsForm => ({
  ...typed,
  ...each(MORE, (name) => filledOf(typed[name])),
  addresses: filledOf(typed.addresses),
});

/** Parts of the name that nobody touched are not sent, so that the server drops those of another name. */
export function changesOf(typed: DetailsForm, before: DetailsForm): BodyOf<'PATCH /api/contacts/{id}'> {
  const changed = Object.entries(withoutBlankRows(typed)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof DetailsForm]),
  );
  return Object.fromEntries(changed);
}
