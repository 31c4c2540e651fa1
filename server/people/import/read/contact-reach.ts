import { countryCodeOf } from '#server/infra/country-codes.ts';
import { type PhoneRegion, regionOf, toE164 } from '#server/infra/phone.ts';
import { TEXT_MAX } from '#shared/contract/constants.ts';
import { each } from '#shared/contract/field-kinds.ts';
import { cleanText } from '#shared/contract/fields.ts';
import { toHref } from '#shared/contract/links.ts';
import { z } from '#shared/contract/zod.ts';
import { cutText, shorten } from '#shared/formats/cut-text.ts';
import { ADDRESSES_MAX, LABEL_MAX, MORE_MAX } from '#shared/people/contact-limits.ts';
import {
  ADDRESS_PART_NAMES,
  ADDRESS_PARTS,
  type Labeled,
  type PostalAddress,
} from '#shared/people/record-field.ts';
import type { Keeper } from './keeper.ts';
import type { ImportedPerson } from './person.ts';

/** The ways to reach a person from a file, within the limits of a contact. */

const isMail = z.email();

export function mailsOf({ emails }: ImportedPerson, kept: Keeper): { value: string; label: string }[] {
  const good = emails.flatMap(({ value, label }) => {
    const mail = kept.text(value).replace(/^.*<([^<>]+)>$/, '$1');
    if (mail.length <= TEXT_MAX.email && isMail.safeParse(mail).success) return [labeled(mail, label, kept)];
    kept.remark(`Set “${short(mail)}” aside: it isn’t an email address`);
    kept.other('EMAIL', value, label);
    return [];
  });
  return atMost(good, 'EMAIL', kept);
}

/** A number without a country code is of the country of the person's own address, or else of `region`. */
export function phonesOf({ phones, addresses }: ImportedPerson, kept: Keeper, region: PhoneRegion | null) {
  const countries = addresses.flatMap(({ label, country }) => {
    const own = country ? regionOf(countryCodeOf(country)) : null;
    return own ? [{ label, own }] : [];
  });
  const regionFor = (label: string) =>
    (countries.find((one) => one.label && label.startsWith(one.label)) ?? countries[0])?.own ?? region;
  const good = phones.map(({ value, label, e164 }) => {
    const number = kept.line(value, TEXT_MAX.phone, 'phone');
    const known = e164 && isNumberOf(e164, number) ? e164 : null;
    return { ...labeled(number, label, kept), e164: known ?? toE164(number, regionFor(label)) };
  });
  return atMost(
    good.filter(({ value }) => value),
    'TEL',
    kept,
  );
}

/** True if a number in E.164 may be what was typed: it ends in the same digits. */
function isNumberOf(e164: string, typed: string): boolean {
  const digits = (typed.split(/ext/i)[0] ?? '').replace(/\D/g, '').replace(/^0+/, '');
  return (
    toE164(e164) === e164 && digits.length > 4 && (e164.endsWith(digits) || digits.endsWith(e164.slice(-6)))
  );
}

export function websitesOf({ websites }: ImportedPerson, kept: Keeper): { value: string; label: string }[] {
  const good = websites.flatMap(({ value, label }) => {
    const address = kept.text(value).replace(/\s+/g, ' ');
    if (address.length <= TEXT_MAX.url && toHref(address)) return [labeled(address, label, kept)];
    kept.other('URL', value, label);
    return [];
  });
  return atMost(good, 'URL', kept);
}

const labeled = (value: string, label: string, kept: Keeper) => ({
  value,
  label: cutText(kept.text(label).replace(/\s+/g, ' '), LABEL_MAX),
});

/** One in the contact's own field and `MORE_MAX` besides; the others are kept aside. */
function atMost<Item extends Labeled>(items: Item[], name: string, kept: Keeper): Item[] {
  for (const { value, label } of items.slice(MORE_MAX + 1)) kept.other(name, value, label);
  return items.slice(0, MORE_MAX + 1);
}

export function addressesOf({ addresses }: ImportedPerson, kept: Keeper): PostalAddress[] {
  const part = (value: string | undefined) => kept.line(value, TEXT_MAX.line, 'address');
  const lines = (value: string | undefined) =>
    (value ?? '').length > TEXT_MAX.line ? part(value) : cleanText(value ?? '').replace(/\s*\n\s*/g, '\n');
  const all = addresses.map(({ label, ...parts }) => ({
    label: cutText(part(label), LABEL_MAX),
    ...each(ADDRESS_PART_NAMES, (name) =>
      'isLong' in ADDRESS_PARTS[name] ? lines(parts[name]) : part(parts[name]),
    ),
  }));
  for (const { label, ...rest } of all.slice(ADDRESSES_MAX)) {
    kept.other('X-ADDRESS', Object.values(rest).filter(Boolean).join(', '), label);
  }
  return all.slice(0, ADDRESSES_MAX);
}

const short = (text: string): string => shorten(text, 60);
