import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { CONTACT_USE_SHOWN, canGrow } from '#shared/people/contact-room.ts';
import { useContactSummary } from './contacts.queries.ts';

/** Says when contacts are nearly full, and what to do. A copy kept on a device may not know. */
export function RoomLine() {
  const use = useContactSummary().data?.use;
  if (!use) return null;
  const { people, peopleMax, bytes, bytesMax } = use;
  const percent = Math.floor(100 * Math.max(people / peopleMax, bytes / bytesMax));
  if (percent < CONTACT_USE_SHOWN) return null;
  const counts = `${people.toLocaleString()} of ${peopleMax.toLocaleString()} contacts and leads`;
  return (
    <p role="status" className="mb-4 text-sm text-ink-2">
      {percent >= 100
        ? `Your contacts are full (${counts}). New ones wait for review until there’s room. `
        : `Your contacts are ${percent}% full (${counts}). `}
      Export and delete some
      {canGrow(use) && (
        <>
          , or{' '}
          <Link to={paths.subscribe} className="text-gold-ink underline underline-offset-4">
            subscribe
          </Link>{' '}
          for more room
        </>
      )}
      .
    </p>
  );
}
