import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { useGiven, useNews } from '#app/people/contacts/person/links.queries.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { GivenLink } from '#shared/people/contact-links.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { sayNews } from './news-words.ts';

const NewsDialog = lazyDialog(async () => (await import('./NewsDialog.tsx')).NewsDialog);
const GivenDialog = lazyDialog(async () => (await import('./GivenDialog.tsx')).GivenDialog);

const ICON = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;
/** How long an offer is suggested after details were left with somebody. */
const SUGGESTED_DAYS = 7;

/** Contacts with an offer or new details, and people who can be made an offer; nothing for most owners. */
export function News() {
  const [dialog, setDialog] = useState<'news' | 'given' | null>(null);
  const { data: news = [] } = useNews();
  const given = useGiven();
  const [first] = news;
  const isOfferable = given.rows?.some(isFresh);
  const close = () => setDialog(null);
  return (
    <>
      {first &&
        (news.length === 1 ? (
          <Link to={paths.contact(first.contactId)} className={`min-w-0 ${buttonClass('quiet', 'small')}`}>
            <RefreshCw {...ICON} className="shrink-0 text-gold-ink" />
            <span className="min-w-0 truncate">{sayNews(first)}</span>
          </Link>
        ) : (
          <Button variant="quiet" size="small" onClick={() => setDialog('news')}>
            <RefreshCw {...ICON} className="text-gold-ink" />
            {`Updates from ${news.length} contacts`}
          </Button>
        ))}
      {isOfferable && (
        <Button variant="quiet" size="small" onClick={() => setDialog('given')}>
          <RefreshCw {...ICON} />
          Offer updates?
        </Button>
      )}
      {dialog === 'news' && <NewsDialog onClose={close} />}
      {dialog === 'given' && <GivenDialog onClose={close} />}
    </>
  );
}

const isFresh = ({ state, sharedAt }: GivenLink): boolean =>
  state === 'known' && Date.now() - Date.parse(sharedAt) < SUGGESTED_DAYS * DAY_MS;
