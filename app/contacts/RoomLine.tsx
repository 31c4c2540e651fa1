import { Link } from 'react-router';
import { paths } from '#app/paths.ts';
import { CONTACT_USE_SHOWN } from '#shared/constants.ts';
import type { ContactSummary } from '#shared/contacts.ts';

/** Says so when contacts are nearly full; nothing before. A copy kept on a device may not know. */
export function RoomLine({ use }: { use: ContactSummary['use'] | undefined }) {
  if (!use) return null;
  const percent = Math.floor(100 * Math.max(use.people / use.peopleMax, use.bytes / use.bytesMax));
  if (percent < CONTACT_USE_SHOWN) return null;
  const people = `${use.people.toLocaleString()} of ${use.peopleMax.toLocaleString()} contacts and leads`;
  return (
    <p role="status" className="mb-4 text-sm text-ink-2">
      {percent >= 100
        ? `Your contacts are full (${people}). What visitors send waits for your review until there is room. `
        : `Your contacts are ${percent} % full (${people}). `}
      Export and delete some, or <Link to={paths.subscribe}>subscribe</Link> for more room.
    </p>
  );
}
