import { type ReactNode, useState } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { Settings } from '#shared/accounts/account.ts';
import { countryName } from '#shared/formats/country-name.ts';
import type { Texting } from '#shared/messages/sms.ts';
import { Button } from '#ui/Button.tsx';
import { Switch } from '#ui/Choice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useChangeSettings } from '../account.queries.ts';
import { EditRow } from '../EditRow.tsx';
import { SettingRow } from '../SettingRow.tsx';
import { useTexting } from './sms.queries.ts';

const MessageForm = lazyDialog(async () => (await import('./MessageForm.tsx')).MessageForm);
const TextsDialog = lazyDialog(async () => (await import('./TextsDialog.tsx')).TextsDialog);

/** True if a new contact gets a text message, which, and what became of each. `isAvailable`: whether this server can send one. */
export function AutomaticSms({ settings, isAvailable }: { settings: Settings; isAvailable: boolean }) {
  const change = useChangeSettings();
  const { data: texting, isPending } = useTexting(settings.phoneNumber);
  const [isOpen, setIsOpen] = useState(false);
  // The switch would move: the notes about it stand above.
  if (isAvailable && isPending) return <Skeleton className="my-3 h-60" />;
  const needsAddress = isAvailable && texting?.isConfirmed === false;
  const needsNumber = isAvailable && texting?.countries.length === 0;
  return (
    <>
      {!isAvailable && <Note>Texting isn’t set up yet. We’ll keep your settings for when it is.</Note>}
      {needsAddress && <Note>Confirm your email address to start.</Note>}
      {needsNumber && (
        <Note>
          Add your phone number with its country code, like +1 415 555 2671, under{' '}
          <Link to={paths.settings('general')} className="text-gold-ink underline underline-offset-4">
            Account information
          </Link>{' '}
          to start. We only text numbers in that country.
        </Note>
      )}
      <Switch
        label="Send an SMS to new contacts"
        hint={isAvailable && sayHint(texting)}
        checked={settings.autoSmsEnabled}
        isSaved={change.isSuccess}
        onChange={(event) => change.mutate({ autoSmsEnabled: event.target.checked })}
      />
      <EditRow label="Message" value={settings.autoSmsMessage}>
        {(close) => <MessageForm message={settings.autoSmsMessage} onClose={close} />}
      </EditRow>
      <SettingRow
        title={isAvailable ? 'Your texts' : 'Outbox'}
        text={isAvailable ? sayMonth(texting) : 'Texts that weren’t sent, and why.'}
      >
        <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
          {isAvailable ? 'Show Texts' : 'Show Outbox'}
        </Button>
        {isOpen && <TextsDialog onClose={() => setIsOpen(false)} />}
      </SettingRow>
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => <p className="py-3 text-sm text-ink-2">{children}</p>;

function sayHint(texting: Texting | undefined): string {
  const once = 'Each contact who opts in gets one text from you. Never at night, never with links.';
  if (!texting?.countries.length) return once;
  return `${once} Available in: ${texting.countries.map((code) => countryName(code) ?? code).join(', ')}.`;
}

const sayMonth = (texting: Texting | undefined): string =>
  texting
    ? `${texting.sentThisMonth} of ${texting.monthMax} sent this month. Anyone who replies STOP gets no more.`
    : 'Anyone who replies STOP gets no more.';
