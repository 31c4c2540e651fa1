import { accountHere } from '#app/frame/api/account-here.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { useNews } from '#app/people/contacts/person/links.queries.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { GivenLink } from '#shared/people/contact-links.ts';
import { useGiven } from './given.queries.ts';
import { sayNews } from './news-words.ts';

/** How long an offer is suggested after details were left with somebody. */
const SUGGESTED_DAYS = 7;

/** Contacts with an offer or new details, and people who can be made an offer; nothing for most owners. */
export function useNewsItems(open: (dialog: 'news' | 'given') => void) {
  const { data: news = [] } = useNews();
  const given = useGiven(!accountHere());
  const [first] = news;
  const items = [];
  if (first && news.length === 1) {
    items.push({ label: sayNews(first), link: <Link to={paths.contact(first.contactId)} /> });
  } else if (first) {
    items.push({ label: `News from ${news.length} contacts`, onSelect: () => open('news') });
  }
  if (given.rows?.some(isFresh)) {
    items.push({ label: 'Keep others current?', onSelect: () => open('given') });
  }
  return items;
}

const isFresh = ({ state, sharedAt }: GivenLink): boolean =>
  state === 'known' && Date.now() - Date.parse(sharedAt) < SUGGESTED_DAYS * DAY_MS;
