import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import { formatDay, formatMoment } from '#app/frame/dates.ts';
import { ShowMore } from '#app/frame/ShowMore.tsx';
import type { ContactEvent, WholeContact } from '#shared/people/contact-book.ts';
import { CONTACT_RECORD } from '#shared/people/contact-record.ts';
import { Surface } from '#ui/Page.tsx';
import { ErrorState } from '#ui/States.tsx';
import { useContactHistory } from './person.queries.ts';

type Values = Record<string, string>;

const SAID: Record<string, string> = {
  sent: 'Shared their details',
  added: 'Added by you',
  imported: 'Imported',
  changed: 'Details changed',
  merged: 'Merged with another contact',
  linked: 'Kept in step with their card from now on',
  unlinked: 'No longer kept in step with their card',
  updated: 'New details from their card',
  converted: 'A lead became a contact',
  message: 'Message written',
  followedUp: 'Followed up',
  reminded: 'You were reminded',
  corrected: 'They corrected what they had sent',
  consentWithdrawn: 'They withdrew a consent',
  receiptRefused: 'The mail server refused the receipt they asked for',
};

/** A field may be of a later release. */
const labelOf = (field: string): string =>
  (CONTACT_RECORD as Record<string, { label: string }>)[field]?.label ?? field;

const wordOf = (name: string, { [name]: value }: Values): string | undefined =>
  value && name === 'metAt' ? formatDay(value) : value;

/** An event in lines: the fields with their old and new values, or a word. */
function linesOf({ details }: ContactEvent): string[] {
  const { from = {}, to = {}, fields, ...words } = details;
  const [before, after] = [from as Values, to as Values];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return [
    ...Object.values(words).filter((word) => typeof word === 'string'),
    ...Object.entries((fields ?? {}) as Values).map(([name, value]) => `${labelOf(name)}: ${value}`),
    ...names.map((name) => `${labelOf(name)}: ${toldOf(wordOf(name, before), wordOf(name, after))}`),
  ];
}

/** "London → Paris", "Paris (new)" or "London (removed)". */
function toldOf(before: string | undefined, after: string | undefined): string {
  if (!before) return `${after || 'nothing'} (new)`;
  return after ? `${before} → ${after}` : `${before} (removed)`;
}

/** The events of a contact, newest first. */
export function History({ contact }: { contact: WholeContact }) {
  const pages = useContactHistory(contact.id);
  const { rows: events, error } = pages;
  return (
    <Surface>
      <h2 className="font-display text-xl">History</h2>
      {error && !events && <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={pages.refetch} />}
      <ol
        aria-label="History, newest first"
        aria-busy={pages.isFetching}
        className="mt-2 divide-y divide-line"
      >
        {events?.map((event) => (
          <li key={event.id} className="py-3">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span>{SAID[event.kind] ?? event.kind}</span>
              <time dateTime={event.createdAt} className="text-sm text-ink-2">
                {formatMoment(event.createdAt)}
              </time>
            </p>
            {linesOf(event).map((line) => (
              <p key={line} className="mt-1 text-sm whitespace-pre-line text-ink-2 wrap-anywhere">
                {line}
              </p>
            ))}
          </li>
        ))}
      </ol>
      <ShowMore pages={pages} label="Show older entries" />
    </Surface>
  );
}
