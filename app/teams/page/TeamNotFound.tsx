import { Instead } from '#app/frame/Instead.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { buttonClass } from '#ui/Button.tsx';

export const TeamNotFound = () => (
  <Instead title="Team Not Found" text="There’s no team at this address, or you’re no longer in it.">
    <Link to={paths.settings('teams')} className={buttonClass('secondary')}>
      Your Teams
    </Link>
  </Instead>
);
