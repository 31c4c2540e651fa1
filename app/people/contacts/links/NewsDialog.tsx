import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { useNews } from '#app/people/contacts/person/links.queries.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { DoneButton } from '#ui/FormButtons.tsx';
import { sayNews } from './news-words.ts';

/** Every contact with something new, each with the way to its screen. */
export function NewsDialog({ onClose }: { onClose: () => void }) {
  const { data: news = [] } = useNews();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Updates from your contacts"
      description="Nothing changes until you decide."
    >
      <ul className="divide-y divide-line">
        {news.map((one) => (
          <li key={one.contactId}>
            <Link
              to={paths.contact(one.contactId)}
              className="block py-3 text-gold-ink wrap-anywhere hover:underline"
            >
              {sayNews(one)}
            </Link>
          </li>
        ))}
      </ul>
      <DoneButton onClick={onClose} />
    </Dialog>
  );
}
