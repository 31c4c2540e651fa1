import type { QueryKey } from '@tanstack/react-query';
import { accountFor } from '#app/frame/api/account-here.ts';
import { answerWith } from '#app/frame/api/first-answers.ts';
import { queryClient } from '#app/frame/api/query-client.ts';
import { recallUser } from '#app/frame/api/session.ts';
import { DASHBOARD_CONTACTS_SHOWN } from '#shared/contract/constants.ts';
import { pick } from '#shared/contract/field-kinds.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import type { WholeContact } from '#shared/people/contact-book.ts';
import { type ContactFilter, isListed } from '#shared/people/contact-filters.ts';
import { NO_DETAILS, UNLISTED_NAMES } from '#shared/people/contact-record.ts';
import type { Person } from '#shared/people/contacts.ts';
import { type DeviceCopy, readCopy } from './device-copy.ts';
import type { KeptContact } from './kept-contact.ts';
import { noteCopy, noteServer } from './shown-copy.ts';

/** Answers the calls of screens from what the device kept while the server is out of reach. */

/** In a hall, a request may wait for a minute before it fails. */
const WAIT_MS = 3_000;
/** A proxy's statuses when the server behind it is down, and the server's while its database is. */
const AWAY = [502, 503, 504];

/** Of a contact, what lists do not say. */
const NOT_KEPT = {
  ...pick(NO_DETAILS, UNLISTED_NAMES),
  source: null,
  datedNotes: [],
} satisfies Omit<WholeContact, keyof Person | 'userId'>;

/** Without differences in case and accents; the server's own folding needs newer regular expressions. */
const foldText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** Searches as the server does, but for nicknames and further emails, which the list does not have. */
function searchPeople(people: Person[], asked: URLSearchParams): Person[] {
  const wanted = foldText(asked.get('q') ?? '').trim();
  const filter = (asked.get('filter') ?? 'all') as ContactFilter;
  const query = { filter, tag: asked.get('tag') ?? undefined };
  const now = new Date();
  return people.filter(
    (person) =>
      isListed(person, query, now) &&
      [
        person.fullName,
        person.email,
        person.company,
        ...(person.isLead ? [] : [person.metEvent, ...person.tags]),
      ].some((line) => foldText(line ?? '').includes(wanted)),
  );
}

/** A contact from the list, which the screen must not take for the whole: a form would save what is missing. */
const wholeOf = ({ isLead: _isLead, ...person }: Person, userId: string): KeptContact => ({
  ...NOT_KEPT,
  isKept: true,
  ...person,
  userId,
});

/** The response to a read, as the server would give it; undefined for what is not kept. */
function findIn(copy: DeviceCopy, address: string): unknown {
  const { pathname, searchParams } = new URL(address, location.origin);
  const account = searchParams.get('account');
  if (pathname === '/api/cards')
    return copy.cards.filter(({ teamId }) => account === 'all' || teamId === (account ?? undefined));
  // Whom a team met, only the server knows.
  if (account && pathname.startsWith('/api/contacts')) return undefined;
  switch (pathname) {
    case '/api/auth/me':
      return copy.account;
    case '/api/contacts/summary':
      return copy.summary;
    case '/api/contacts':
      return copy.latest.slice(0, Number(searchParams.get('limit') ?? DASHBOARD_CONTACTS_SHOWN));
    case '/api/contacts/people': {
      // The rest of a list that the server began: where it goes on, only the server knows.
      if (searchParams.has('cursor')) return undefined;
      return searchPeople(copy.people, searchParams);
    }
    default: {
      const [, list, id] = /^\/api\/(cards|contacts)\/([\w-]+)$/.exec(pathname) ?? [];
      if (list === 'cards') return copy.cards.find((card) => card.id === id);
      const person = list && copy.people.find((one) => one.id === id && !one.isLead);
      return person && wholeOf(person, copy.account.user.id);
    }
  }
}

async function answerFromCopy(address: string): Promise<Response | null> {
  const copy = await readCopy();
  const found = copy && findIn(copy, address);
  if (!found) return null;
  noteCopy(copy.madeAt);
  return new Response(JSON.stringify(found), { headers: { 'content-type': 'application/json' } });
}

/** The addresses for which the copy has answered because the server did not, until it does. */
const unanswered = new Set<string>();

/** An address in one spelling, without how many rows it asks for, which the key of a list does not say. */
function spell(address: string, asked: Record<string, string | undefined> = {}): string {
  const { pathname, searchParams } = new URL(address, location.origin);
  return pathTo(pathname, {}, { ...asked, ...Object.fromEntries(searchParams), limit: undefined });
}

/** Likewise, the address that a query asks for: the account is that of the screen, and a list says in its key what it asks. */
const addressOf = ([url, , asked]: QueryKey) =>
  spell(String(url), { account: accountFor(url), ...(asked as Record<string, string | undefined>) });

/** The server answers after all: shows that answer instead of the copy's, and asks again for what had none. */
function comeBack(address: string, response: Response, askedAt: number): void {
  const late = new Set([spell(address), ...unanswered]);
  unanswered.clear();
  const refetch = () =>
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ queryKey }) => late.has(addressOf(queryKey)),
    });
  const mutations = queryClient.getMutationCache().getAll();
  // An answer from before a change may not say it.
  if (mutations.some(({ state, meta }) => state.submittedAt >= askedAt && !meta?.isDownload)) refetch();
  else answerWith(address, response, refetch);
}

/** The server's response to a read, or the device's own if the server does not answer within three seconds. */
export async function standIn(address: string, network: Promise<Response>): Promise<Response> {
  const askedAt = Date.now();
  const userId = recallUser()?.id;
  const answered = network.then(
    (response) => !AWAY.includes(response.status),
    () => false,
  );
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, WAIT_MS, 'late'));
  const first = await Promise.race([answered, late]);
  if (first === true) {
    unanswered.delete(spell(address));
    noteServer();
    return network;
  }
  const kept = await answerFromCopy(address);
  if (!kept) return network;
  if (first === false) unanswered.add(spell(address));
  else
    void answered.then(async (isBack) => {
      // Somebody else may have signed in meanwhile.
      if (isBack && recallUser()?.id === userId) comeBack(address, await network, askedAt);
    });
  return kept;
}
