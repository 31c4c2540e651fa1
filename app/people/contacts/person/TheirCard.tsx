import { paths } from '#app/frame/paths.ts';
import type { ContactLink } from '#shared/people/contact-links.ts';

/** Which card a link leads to, and whose: the name on it can be typed by anyone, the username is of one account. */
export function TheirCard({ link: { cardId, name, username } }: { link: ContactLink }) {
  if (!cardId) return null;
  return (
    <p className="text-sm text-ink-2 wrap-anywhere">
      {'Card: '}
      <a
        href={paths.publicCard(cardId)}
        target="_blank"
        rel="noopener"
        className="text-gold-ink underline underline-offset-4"
      >
        {name}
      </a>
      {`, from @${username}`}
    </p>
  );
}
