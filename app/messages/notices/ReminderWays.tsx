import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { WATCHED } from '#app/frame/api/watched.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { useNoticeSettings, usePushState } from './notices.queries.ts';
import { sayReminderWays } from './reminder-ways.ts';

const LABELS = { general: 'Check your address', notifications: 'Notification settings' };

/** How a reminder will arrive, and where to turn on more; empty until that is known. */
export function ReminderWays() {
  // Its links open another tab, where more may be turned on.
  const { data: account } = useAccount(WATCHED);
  const { data: settings } = useNoticeSettings(WATCHED);
  const { data: push } = usePushState(WATCHED);
  const ways = account && settings && push && sayReminderWays({ account, settings, ...push }, Date.now());
  return (
    <p className="min-h-5 text-sm text-ink-2">
      {ways?.text}
      {ways?.fixes.map((page) => (
        // Beside the form, which keeps what was typed.
        <Link
          key={page}
          to={paths.settings(page)}
          target="_blank"
          className="ml-2 inline-block text-gold-ink underline underline-offset-4"
        >
          {LABELS[page]}
        </Link>
      ))}
    </p>
  );
}
