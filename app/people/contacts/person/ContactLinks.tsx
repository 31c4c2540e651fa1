import { RefreshCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { useIsReadOnly } from '#app/accounts/auth/TeamChips.tsx';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import type { WholeContact } from '#shared/people/contact-book.ts';
import { CONTACT_FIELDS } from '#shared/people/contact-fields.ts';
import type { ContactLink } from '#shared/people/contact-links.ts';
import { Button } from '#ui/Button.tsx';
import { useAcceptLink, useLinksHere, useRefuseLink } from './links.queries.ts';
import { TheirCard } from './TheirCard.tsx';

const CompareDialog = lazyDialog(async () => (await import('./CompareDialog.tsx')).CompareDialog);

/** Whose card keeps a contact current, or could, and what is new on it; nothing for most contacts. */
export function ContactLinks({ contact }: { contact: WholeContact }) {
  const { data: links = [] } = useLinksHere(contact.id);
  return links.map((link) => <Link key={link.id} contact={contact} link={link} />);
}

const listed = (words: string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** The title and the text about a link. */
function wordsOf({ state, changes }: ContactLink, name: string): [title: string, text: string] {
  if (state === 'offered') {
    return [
      `${name} offers automatic updates`,
      'You’ll review each change. They’ll see that you accepted. Anyone can type a name, so look at the card first.',
    ];
  }
  if (state === 'refused') return [`Updates from ${name}’s card are off`, 'They still offer them.'];
  if (changes.length === 0) {
    return [`Getting updates from ${name}’s card`, 'You’ll review each change here.'];
  }
  const [first = '', ...others] = changes.map(({ field }) => CONTACT_FIELDS[field].label);
  return [`New details from ${name}`, listed([first, ...others.map((label) => label.toLowerCase())])];
}

function Link({ contact, link }: { contact: WholeContact; link: ContactLink }) {
  const [isOpen, setIsOpen] = useState(false);
  const accept = useAcceptLink(contact.id);
  const refuse = useRefuseLink(contact.id);
  const isReadOnly = useIsReadOnly(contact);
  const line = useRef<HTMLDivElement>(null);
  // The button that was pressed is replaced.
  const settled = { onSuccess: () => line.current?.focus() };
  const { id, state, cardId, changes } = link;
  const [title, text] = wordsOf(link, link.name ?? contact.fullName);
  const isNew = state === 'offered' || changes.length > 0;
  return (
    <section
      aria-label={title}
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-surface border border-line bg-surface px-5 py-3"
    >
      <RefreshCw size={20} className={`shrink-0 ${isNew ? 'text-gold-ink' : 'text-ink-2'}`} />
      <div ref={line} tabIndex={-1} className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p className={isNew ? 'font-medium' : ''}>{title}</p>
        <p className="text-sm text-ink-2">{text}</p>
        <TheirCard link={link} />
      </div>
      <div className={isReadOnly ? 'hidden' : '-mr-3 flex flex-wrap gap-1'}>
        {changes.length > 0 && (
          <Button size="small" onClick={() => setIsOpen(true)}>
            Compare
          </Button>
        )}
        {state !== 'linked' && cardId && (
          <Button
            size="small"
            variant={state === 'offered' ? 'primary' : 'quiet'}
            isPending={accept.isPending}
            onClick={() => accept.mutate({ id, cardId }, settled)}
          >
            Get Updates
          </Button>
        )}
        {state !== 'refused' && (
          <Button
            variant="quiet"
            size="small"
            isPending={refuse.isPending}
            onClick={() => refuse.mutate(id, settled)}
          >
            {state === 'offered' ? 'No, Thanks' : 'Stop'}
          </Button>
        )}
      </div>
      {isOpen && <CompareDialog contact={contact} link={link} onClose={() => setIsOpen(false)} />}
    </section>
  );
}
