import { Link } from './navigation/router.tsx';
import { paths } from './paths.ts';

/** The way to a privacy switch, from where its being off is told. */
export const TurnOnLink = () => (
  <Link to={paths.dashboardTab('settings')} className="text-gold-ink underline underline-offset-4">
    Turn it on in Settings
  </Link>
);
