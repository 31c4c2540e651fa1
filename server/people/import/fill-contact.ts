import { fittingProperties } from '#server/people/contacts/merge/merge.ts';
import { foldText } from '#shared/formats/fold.ts';
import { sortedJson } from '#shared/formats/sorted-json.ts';
import { NAME_PARTS } from '#shared/names/name-parts.ts';
import { ADDRESSES_MAX, MORE_MAX, TAGS_A_CONTACT_MAX } from '#shared/people/contact-limits.ts';
import type { OtherProperty } from '#shared/people/record-field.ts';
import type { ContactValues } from './read/contact-values.ts';
import { TEXT_TARGETS } from './read/person.ts';

/** The columns of `ContactValues` that a file may fill in a contact. */
export type Fillable = Omit<
  ContactValues,
  'isFavorite' | 'metAt' | 'cardName' | 'customFields' | 'source' | 'createdAt'
> & {
  metAt: string | Date | null;
};

/** Fields that are filled one by one. The parts of a name belong together: half of them from elsewhere would be no name. */
const SINGLE = TEXT_TARGETS.filter(
  (name) => name !== 'fullName' && !(NAME_PARTS as readonly string[]).includes(name),
);

/** The changes that fill what is empty, and add what a list does not have; nothing that is there is replaced. */
export function fillGaps(there: Fillable, found: ContactValues): Partial<Fillable> {
  const changes: Partial<Fillable> = {};
  const set = <Name extends keyof Fillable>(name: Name, value: Fillable[Name]) => {
    changes[name] = value;
  };
  for (const name of SINGLE) if (!there[name] && found[name]) set(name, found[name] as never);
  if (there.fullName === found.fullName && NAME_PARTS.every((name) => !there[name])) {
    for (const name of NAME_PARTS) if (found[name]) set(name, found[name]);
  }
  fillMails(there, found, set);
  fillPhones(there, found, set);
  fillWebsites(there, found, set);
  const places = there.addresses.map((one) => sameAddress(one));
  const addresses = found.addresses.filter((one) => !places.includes(sameAddress(one)));
  if (addresses.length > 0 && there.addresses.length < ADDRESSES_MAX) {
    set('addresses', [...there.addresses, ...addresses].slice(0, ADDRESSES_MAX));
  }
  const social = Object.entries(found.social).filter(([network]) => !there.social[network]);
  if (social.length > 0) set('social', { ...there.social, ...Object.fromEntries(social) });
  const known = new Set(there.tags.map(foldText));
  const tags = found.tags.filter((tag) => !known.has(foldText(tag)));
  if (tags.length > 0 && there.tags.length < TAGS_A_CONTACT_MAX) {
    set('tags', [...there.tags, ...tags].slice(0, TAGS_A_CONTACT_MAX));
  }
  const given = new Set(there.otherProperties.map(keyOfProperty));
  const others = found.otherProperties.filter((one) => !given.has(keyOfProperty(one)));
  const all = fittingProperties([...there.otherProperties, ...others]);
  if (all.length > there.otherProperties.length) set('otherProperties', all);
  return changes;
}

const keyOfProperty = ({ name, parameters }: OtherProperty) => sortedJson([name, parameters]);

type Set_ = <Name extends keyof Fillable>(name: Name, value: Fillable[Name]) => void;

/** Of what is new, the first where there was none, and the list after the others were added, as far as it has room. */
function withRoom<One>(hasFirst: boolean, list: readonly One[], fresh: readonly One[]) {
  const more = hasFirst ? fresh : fresh.slice(1);
  return {
    first: hasFirst ? undefined : fresh[0],
    more: more.length > 0 && list.length < MORE_MAX ? [...list, ...more].slice(0, MORE_MAX) : undefined,
  };
}

function fillMails(there: Fillable, found: ContactValues, set: Set_): void {
  const all = found.email ? [{ value: found.email, label: found.emailLabel ?? '' }, ...found.moreEmails] : [];
  const known = new Set(
    [there.email, ...there.moreEmails.map(({ value }) => value)].map((one) => foldText(one ?? '')),
  );
  const fresh = all.filter(({ value }) => !known.has(foldText(value)));
  const { first, more } = withRoom(Boolean(there.email), there.moreEmails, fresh);
  if (first) {
    set('email', first.value);
    set('emailLabel', first.label || null);
  }
  if (more) set('moreEmails', more);
}

function fillPhones(there: Fillable, found: ContactValues, set: Set_): void {
  const main = { value: found.phone ?? '', label: found.phoneLabel ?? '', e164: found.phoneE164 };
  const all = found.phone ? [main, ...found.morePhones] : [];
  const known = new Set(
    [{ value: there.phone ?? '', e164: there.phoneE164 }, ...there.morePhones].flatMap(({ value, e164 }) => [
      value,
      e164,
    ]),
  );
  const fresh = all.filter(({ value, e164 }) => !known.has(value) && !(e164 && known.has(e164)));
  const { first, more } = withRoom(Boolean(there.phone), there.morePhones, fresh);
  if (first) {
    set('phone', first.value);
    set('phoneE164', first.e164);
    set('phoneLabel', first.label || null);
  }
  if (more) set('morePhones', more);
}

function fillWebsites(there: Fillable, found: ContactValues, set: Set_): void {
  const all = found.website
    ? [{ value: found.website, label: found.websiteLabel ?? '' }, ...found.moreWebsites]
    : [];
  const known = new Set([there.website, ...there.moreWebsites.map(({ value }) => value)]);
  const { first, more } = withRoom(
    Boolean(there.website),
    there.moreWebsites,
    all.filter(({ value }) => !known.has(value)),
  );
  if (first) {
    set('website', first.value);
    set('websiteLabel', first.label || null);
  }
  if (more) set('moreWebsites', more);
}

const sameAddress = ({ label: _, ...parts }: ContactValues['addresses'][number]): string =>
  foldText(Object.values(parts).filter(Boolean).join(' '));
