import type { ReactNode } from 'react';
import { formatDay } from '#app/frame/dates.ts';
import { linkLabel, toHref } from '#shared/contract/links.ts';
import { mailHref } from '#shared/formats/mail-href.ts';
import { telHref } from '#shared/formats/phone-links.ts';
import type { WholeContact } from '#shared/people/contact-book.ts';
import { CONTACT_RECORD, recordNamesWith } from '#shared/people/contact-record.ts';
import { ADDRESS_PARTS, type AddressComponent } from '#shared/people/record-field.ts';
import { socialLinks } from '#site/card/contact/social-links.ts';
import { Button } from '#ui/Button.tsx';

interface Fact {
  label: string;
  value: string;
  href?: string | null | undefined;
}

/** A day of a year, or of every year: `1985-04-12` and `--04-12`; anything else as it is. */
function dateOf(day: string | null): string | null {
  const [, year, month, date] = /^(\d{4}|-)-(\d\d)-(\d\d)$/.exec(day ?? '') ?? [];
  if (!month) return day;
  const isYearly = year === '-';
  const parts: Intl.DateTimeFormatOptions = isYearly ? {} : { year: 'numeric' };
  // A leap year, so that February 29 exists.
  return new Date(`${isYearly ? 2000 : year}-${month}-${date}T00:00Z`).toLocaleDateString(undefined, {
    ...parts,
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
}

function factsOf(contact: WholeContact): Fact[] {
  const { email, phone, website } = contact;
  return [
    ...[...(email ? [{ value: email, label: contact.emailLabel ?? '' }] : []), ...contact.moreEmails].map(
      ({ value, label }) => ({ label: label || 'Email', value, href: mailHref(value) }),
    ),
    ...[
      ...(phone ? [{ value: phone, label: contact.phoneLabel ?? '', e164: contact.phoneE164 }] : []),
      ...contact.morePhones,
    ].map(({ value, label, e164 }) => ({ label: label || 'Phone', value, href: telHref(value, e164) })),
    ...[
      ...(website ? [{ value: website, label: contact.websiteLabel ?? '' }] : []),
      ...contact.moreWebsites,
    ].map(({ value, label }) => ({
      label: label || 'Website',
      value: linkLabel(value),
      href: toHref(value),
    })),
    ...socialLinks(contact).map(({ name, value, href }) => ({
      label: name,
      value: href ? linkLabel(href) : value,
      href,
    })),
    ...contact.addresses
      .map((address) => ({
        label: address.label || 'Address',
        value: Object.keys(ADDRESS_PARTS)
          .map((part) => address[part as AddressComponent])
          .filter(Boolean)
          .join(', ')
          .replaceAll('\n', ', '),
      }))
      .filter(({ value }) => value),
    ...recordNamesWith('isShown').flatMap((name) => {
      const { kind, label } = CONTACT_RECORD[name];
      const value = kind === 'day' ? dateOf(contact[name]) : contact[name];
      return value ? [{ label, value }] : [];
    }),
  ];
}

interface DetailsProps {
  contact: WholeContact;
  onEdit?: () => void;
}

/** Every way to reach them, and what else is known. */
export function Details({ contact, onEdit }: DetailsProps) {
  const facts: Fact[] = [
    ...factsOf(contact),
    { label: CONTACT_RECORD.metAt.label, value: formatDay(contact.metAt ?? contact.createdAt) },
    ...(contact.notes ? [{ label: CONTACT_RECORD.notes.label, value: `“${contact.notes}”` }] : []),
  ];
  return (
    <section className="mt-6">
      <h2 className="sr-only">Details</h2>
      <dl className="divide-y divide-line border-y border-line">
        {facts.map(({ label, value, href }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same value may stand twice
          <div key={at} className="gap-x-4 py-3 min-[30rem]:flex">
            <dt className="shrink-0 text-sm leading-6 text-ink-2 wrap-anywhere first-letter:uppercase min-[30rem]:w-[6.5rem]">
              {label}
            </dt>
            <dd className="min-w-0 whitespace-pre-line wrap-anywhere">
              <Linked href={href}>{value}</Linked>
            </dd>
          </div>
        ))}
      </dl>
      {onEdit && (
        <Button variant="quiet" size="small" className="-mx-3 mt-1 text-gold-ink!" onClick={onEdit}>
          Edit
        </Button>
      )}
    </section>
  );
}

function Linked({ href, children }: { href: string | null | undefined; children: ReactNode }) {
  if (!href) return children;
  const isPage = href.startsWith('http');
  return (
    <a
      href={href}
      className="hover:underline"
      {...(isPage ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {children}
    </a>
  );
}
