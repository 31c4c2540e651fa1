import { ADDRESSES_MAX, MORE_MAX, TAGS_A_CONTACT_MAX } from '#shared/contact-details.ts';
import { foldText } from '#shared/fold.ts';
import type { ContactValues } from './contact-values.ts';

/** What of a contact a file may fill: the columns of `ContactValues`. */
export type Fillable = Omit<ContactValues, 'isFavorite' | 'metAt'> & { metAt: string | Date | null };

/** Name parts that belong together: half of them from a file and half from somewhere else would be no name. */
const NAME_PARTS = ['namePrefix', 'givenName', 'additionalName', 'familyName', 'nameSuffix'] as const;
const SINGLE = [
  'phoneticGivenName',
  'phoneticFamilyName',
  'nameOrder',
  'company',
  'department',
  'jobTitle',
  'nickname',
  'birthday',
  'anniversary',
  'notes',
  'metAt',
  'metPlace',
  'metEvent',
] as const;

/** The changes that fill what is empty, and add what a list does not have; nothing that is there is replaced. */
export function changesOf(there: Fillable, found: ContactValues): Partial<Fillable> {
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
  if (there.otherProperties.length === 0 && found.otherProperties.length > 0) {
    set('otherProperties', found.otherProperties);
  }
  return changes;
}

type Set_ = <Name extends keyof Fillable>(name: Name, value: Fillable[Name]) => void;

function fillMails(there: Fillable, found: ContactValues, set: Set_): void {
  const all = found.email ? [{ value: found.email, label: found.emailLabel ?? '' }, ...found.moreEmails] : [];
  const known = new Set(
    [there.email, ...there.moreEmails.map(({ value }) => value)].map((one) => foldText(one ?? '')),
  );
  const fresh = all.filter(({ value }) => !known.has(foldText(value)));
  const [first] = fresh;
  if (!there.email && first) {
    set('email', first.value);
    set('emailLabel', first.label || null);
  }
  const more = there.email ? fresh : fresh.slice(1);
  if (more.length > 0 && there.moreEmails.length < MORE_MAX) {
    set('moreEmails', [...there.moreEmails, ...more].slice(0, MORE_MAX));
  }
}

function fillPhones(there: Fillable, found: ContactValues, set: Set_): void {
  const first = { value: found.phone ?? '', label: found.phoneLabel ?? '', e164: found.phoneE164 };
  const all = found.phone ? [first, ...found.morePhones] : [];
  const known = new Set(
    [{ value: there.phone ?? '', e164: there.phoneE164 }, ...there.morePhones].flatMap(({ value, e164 }) => [
      value,
      e164,
    ]),
  );
  const fresh = all.filter(({ value, e164 }) => !known.has(value) && !(e164 && known.has(e164)));
  const [next] = fresh;
  if (!there.phone && next) {
    set('phone', next.value);
    set('phoneE164', next.e164);
    set('phoneLabel', next.label || null);
  }
  const more = there.phone ? fresh : fresh.slice(1);
  if (more.length > 0 && there.morePhones.length < MORE_MAX) {
    set('morePhones', [...there.morePhones, ...more].slice(0, MORE_MAX));
  }
}

function fillWebsites(there: Fillable, found: ContactValues, set: Set_): void {
  const all = found.website
    ? [{ value: found.website, label: found.websiteLabel ?? '' }, ...found.moreWebsites]
    : [];
  const known = new Set([there.website, ...there.moreWebsites.map(({ value }) => value)]);
  const fresh = all.filter(({ value }) => !known.has(value));
  const [first] = fresh;
  if (!there.website && first) {
    set('website', first.value);
    set('websiteLabel', first.label || null);
  }
  const more = there.website ? fresh : fresh.slice(1);
  if (more.length > 0 && there.moreWebsites.length < MORE_MAX) {
    set('moreWebsites', [...there.moreWebsites, ...more].slice(0, MORE_MAX));
  }
}

const sameAddress = ({ label: _, ...parts }: ContactValues['addresses'][number]): string =>
  foldText(Object.values(parts).filter(Boolean).join(' '));
