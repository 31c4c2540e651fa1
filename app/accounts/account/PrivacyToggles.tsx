import { savedLast } from '#app/frame/api/saved-last.ts';
import type { Settings } from '#shared/accounts/account.ts';
import { Switch } from '#ui/Choice.tsx';
import { useChangeSettings } from './account.queries.ts';

const TOGGLES = [
  {
    name: 'isProfileVisible',
    label: 'Profile visibility',
    hint: 'When off, only you can see your cards.',
  },
  {
    name: 'isAnalyticsEnabled',
    label: 'Analytics tracking',
    hint: 'When off, we don’t count views.',
  },
  {
    name: 'isExchangeEnabled',
    label: 'Contact exchange',
    hint: 'When off, visitors can’t send you their details.',
  },
] as const;

export function PrivacyToggles({ settings }: { settings: Settings }) {
  const change = useChangeSettings();
  return TOGGLES.map(({ name, label, hint }) => (
    <Switch
      key={name}
      label={label}
      hint={hint}
      checked={settings[name]}
      isSaved={savedLast(change, name)}
      onChange={(event) => change.mutate({ [name]: event.target.checked })}
    />
  ));
}
