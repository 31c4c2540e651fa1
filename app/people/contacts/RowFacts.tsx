import { CalendarDays, Globe, Mail, Phone } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { formatDay } from '#app/frame/dates.ts';
import { linkLabel, toHref } from '#shared/contract/links.ts';
import { mailHref } from '#shared/formats/mail-href.ts';
import { telHref } from '#shared/formats/phone-links.ts';
import type { Person } from '#shared/people/contacts.ts';

/** The facts of a person's row: each on its own line on a phone, and in two short lines beside the name elsewhere. */

const ICON = { size: 18, className: 'shrink-0 md:hidden' } as const;
const FACT = 'flex min-h-11 min-w-0 items-center gap-3 md:inline md:min-h-0 wrap-anywhere';

interface FactsProps {
  person: Person;
}

/** How they are reached; each leads there. */
export function ReachFacts({ person }: FactsProps) {
  const { fullName, email, phone, phoneE164, website } = person;
  const dial = phone ? telHref(phone, phoneE164) : null;
  return (
    <div className="col-span-2 col-start-2 min-w-0 max-md:mt-2 md:col-span-1 md:col-start-3 md:row-start-1">
      {email && (
        <p className="md:truncate md:leading-6">
          <Fact href={mailHref(email)} aria-label={`Email ${fullName}, ${email}`} icon={<Mail {...ICON} />}>
            {email}
          </Fact>
        </p>
      )}
      {(phone || website) && (
        <p className="md:truncate md:text-[0.8125rem] md:leading-4 md:text-ink-2">
          {phone && (
            <Fact href={dial} aria-label={`Call ${fullName}, ${phone}`} icon={<Phone {...ICON} />}>
              {phone}
            </Fact>
          )}
          {phone && website && <span className="max-md:hidden"> · </span>}
          {website && (
            <Fact
              href={toHref(website)}
              aria-label={`Website of ${fullName}, ${linkLabel(website)}`}
              icon={<Globe {...ICON} />}
              target="_blank"
              rel="noopener noreferrer"
            >
              {linkLabel(website)}
            </Fact>
          )}
        </p>
      )}
    </div>
  );
}

interface FactProps extends Omit<ComponentProps<'a'>, 'href'> {
  href: string | null;
  icon: ReactNode;
}

function Fact({ href, icon, children, 'aria-label': label, ...rest }: FactProps) {
  const words = <span className="min-w-0">{children}</span>;
  if (!href) return <span className={FACT}>{[icon, words]}</span>;
  return (
    <a {...rest} href={href} aria-label={label} className={`${FACT} hover:underline`}>
      {icon}
      {words}
    </a>
  );
}

/** A row names this many tags, and counts the others. */
const TAGS_SHOWN = 3;

/** The owner's notes and tags, and how and when they met. */
export function MetFacts({ person }: FactsProps) {
  const { notes, cardName, createdAt, metEvent, followedUpAt } = person;
  // A device may still keep people of an earlier release.
  const { tags = [] } = person;
  const met = [
    ...(cardName ? [`via ${cardName}`] : []),
    `Connected ${formatDay(createdAt)}`,
    ...(metEvent ? [`met at ${metEvent}`] : []),
    ...(followedUpAt ? [`Followed up ${formatDay(followedUpAt)}`] : []),
  ];
  return (
    <div className="col-span-2 col-start-2 min-w-0 md:col-span-1 md:col-start-4 md:row-start-1 md:text-[0.8125rem]">
      {(notes || tags.length > 0) && (
        <p className="max-md:order-last max-md:py-2 md:truncate md:leading-6">
          {tags.length > 0 && <Tags tags={tags} />}
          {notes && <span className="max-md:block max-md:whitespace-pre-line wrap-anywhere">“{notes}”</span>}
        </p>
      )}
      <p className="flex min-h-11 items-center gap-3 text-ink-2 md:block md:min-h-0 md:truncate md:leading-4">
        <CalendarDays {...ICON} />
        <span className="min-w-0 wrap-anywhere">
          {met.map((fact, at) => (
            <span key={fact}>
              {at > 0 && ' · '}
              <span>{fact}</span>
            </span>
          ))}
        </span>
      </p>
    </div>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  const more = tags.length - TAGS_SHOWN;
  return (
    <span className="mr-2 inline-flex items-center gap-x-1.5">
      <span className="sr-only">Tags:</span>
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <span key={tag} className="rounded bg-line/60 px-1.5 text-[0.8125rem] leading-5">
          {tag}
        </span>
      ))}
      {more > 0 && <span className="text-[0.8125rem]">+{more}</span>}
    </span>
  );
}
