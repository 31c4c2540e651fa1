import type { ReactNode } from 'react';
import { formatDay } from '#app/frame/dates.ts';
import { linkLabel, toHref } from '#shared/contract/links.ts';
import { telHref } from '#shared/formats/phone-links.ts';
import type { WholeContact } from '#shared/people/contact-book.ts';
import { CONTACT_RECORD, recordNamesWith } from '#shared/people/contact-record.ts';
import { ADDRESS_PARTS, type AddressComponent } from '#shared/people/record-field.ts';
import { Surface } from '#ui/Page.tsx';

interface Fact {
  label: string;
  value: string;
  href?: string | null | undefined;
}

const mailto = (value: string) => `mailto:${encodeURIComponent(value).replace('%40', '@')}`;

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
      ({ value, label }) => ({ label: label || 'Email', value, href: mailto(value) }),
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
    ...contact.addresses.map((address) => ({
      label: address.label || 'Address',
      value: Object.keys(ADDRESS_PARTS)
        .map((part) => address[part as AddressComponent])
        .filter(Boolean)
        .join(', ')
        .replaceAll('\n', ', '),
    })),
    ...recordNamesWith('isShown').flatMap((name) => {
      const { kind, label } = CONTACT_RECORD[name];
      const value = kind === 'day' ? dateOf(contact[name]) : contact[name];
      return value ? [{ label, value }] : [];
    }),
  ];
}

/** Every way to reach them, and what else is known. */
export function Details({ contact }: { contact: WholeContact }) {
  const facts = factsOf(contact);
  return (
    <Surface>
      <h2 className="font-display text-xl">Details</h2>
      {facts.length === 0 && <p className="mt-2 text-ink-2">Only their name is known so far.</p>}
      <dl className="mt-2 divide-y divide-line">
        {facts.map(({ label, value, href }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same value may stand twice
          <div key={at} className="py-2.5">
            <dt className="text-sm text-ink-2 first-letter:uppercase">{label}</dt>
            <dd className="wrap-anywhere">
              <Linked href={href}>{value}</Linked>
            </dd>
          </div>
        ))}
        <div className="py-2.5">
          <dt className="text-sm text-ink-2">{CONTACT_RECORD.metAt.label}</dt>
          <dd>{formatDay(contact.metAt ?? contact.createdAt)}</dd>
        </div>
      </dl>
      {contact.notes && (
        <p className="mt-3 border-t border-line pt-3 whitespace-pre-line wrap-anywhere">“{contact.notes}”</p>
      )}
    </Surface>
  );
}

function Linked({ href, children }: { href: string | null | undefined; children: ReactNode }) {
  if (!href) return children;
  const isPage = href.startsWith('http');
  return (
    <a
      href={href}
      className="text-gold-ink hover:underline"
      {...(isPage ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {children}
    </a>
  );
}
