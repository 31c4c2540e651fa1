import { Instead } from '#app/frame/Instead.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { buttonClass } from '#ui/Button.tsx';

export const PersonNotFound = () => (
  <Instead title="Contact Not Found" text="This contact doesn’t exist or was deleted.">
    <Link to={paths.contactsHere()} className={buttonClass('secondary')}>
      Show all contacts
    </Link>
  </Instead>
);
