import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { NoticeChoices, NoticeKind } from '#shared/messages/notices.ts';
import { Toggle } from '#ui/Choice.tsx';
import { Saved } from '#ui/Saved.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { type MailFacts, whyNoMail } from './no-mail.ts';
import { useChangeNotices, useNoticeSettings } from './notices.queries.ts';

/** A row of the table, and the name of its switch in each column. */
const ROWS: readonly { kind: NoticeKind; title: string; mail: string; push: string }[] = [
  {
    kind: 'contact',
    title: 'New contacts',
    mail: 'Email me about new contacts',
    push: 'Notify me about new contacts',
  },
  { kind: 'lead', title: 'Leads', mail: 'Email me about new leads', push: 'Notify me about new leads' },
  { kind: 'reminder', title: 'Reminders', mail: 'Email me reminders', push: 'Notify me about reminders' },
];

/** Of what the owner is told, by email and on devices. */
export function NoticeTable({ account }: Pick<MailFacts, 'account'>) {
  const { data: settings, error, refetch } = useNoticeSettings();
  const change = useChangeNotices();
  if (!settings && error) return <LoadFailed error={error} retry={refetch} />;
  if (!settings) return <Skeleton className="my-3 h-48" />;
  const noMail = whyNoMail({ account, settings }, Date.now());
  return (
    <>
      {noMail && (
        <p className="py-3 text-sm">
          No emails will be sent: {noMail}.
          {account.sendsMail && (
            <Link
              to={paths.settings('general')}
              className="ml-2 inline-block text-gold-ink underline underline-offset-4"
            >
              Check your address
            </Link>
          )}
        </p>
      )}
      <Switches settings={settings} change={change} />
    </>
  );
}

interface SwitchesProps {
  settings: NoticeChoices;
  change: ReturnType<typeof useChangeNotices>;
}

function Switches({ settings, change }: SwitchesProps) {
  const { isSuccess, variables } = change;
  return (
    <table className="w-full">
      <thead>
        <tr className="border-b border-line text-sm text-ink-2">
          <td />
          <th scope="col" className="w-[80px] py-2 font-normal">
            Email
          </th>
          <th scope="col" className="w-[80px] py-2 font-normal">
            Push
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {ROWS.map((row) => (
          <tr key={row.kind}>
            <th scope="row" className="py-3 text-left font-medium wrap-anywhere">
              <span className="flex flex-wrap justify-between gap-x-3">
                {row.title}
                <Saved
                  isSaved={
                    isSuccess && [variables.mail, variables.push].some((kinds) => kinds && row.kind in kinds)
                  }
                />
              </span>
            </th>
            {(['mail', 'push'] as const).map((way) => (
              <td key={way} className="h-13 text-center leading-none">
                <Toggle
                  aria-label={row[way]}
                  checked={settings[way][row.kind]}
                  onChange={({ target }) => change.mutate({ [way]: { [row.kind]: target.checked } })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
