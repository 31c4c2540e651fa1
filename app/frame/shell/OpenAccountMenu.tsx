import { LogOut, Monitor, Moon, QrCode, Receipt, Settings, ShieldCheck, Sun, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useMyTeams, useSignOut } from '#app/accounts/auth/auth.queries.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { chooseTheme, readTheme, THEMES } from '#app/frame/theme.ts';
import type { Due, User } from '#shared/accounts/account.ts';
import { type MenuProps, OpenMenu } from '#ui/OpenMenu.tsx';

const THEME_WORDS = {
  system: { label: 'System theme', icon: <Monitor size={18} /> },
  light: { label: 'Light theme', icon: <Sun size={18} /> },
  dark: { label: 'Dark theme', icon: <Moon size={18} /> },
};

/** The others are in the settings. */
const TEAMS_SHOWN = 5;

interface OpenAccountMenuProps extends Pick<MenuProps, 'trigger'> {
  user: User;
  isByKey: boolean;
}

export function OpenAccountMenu({ user, ...menu }: OpenAccountMenuProps) {
  const signOut = useSignOut();
  const teams = useMyTeams();
  const [theme, setTheme] = useState(readTheme);
  const items: MenuProps['items'] = [
    {
      label: 'Settings',
      icon: <Settings size={18} />,
      link: <Link to={paths.dashboardTab('settings')} />,
    },
    { label: 'Subscription', icon: <Receipt size={18} />, link: <Link to={paths.subscribe} /> },
    { label: 'Show My QR Code', icon: <QrCode size={18} />, link: <Link to={paths.code} /> },
    ...(user.isAdmin
      ? [{ label: 'Admin', icon: <ShieldCheck size={18} />, link: <Link to={paths.admin} /> }]
      : []),
    ...listTeams(teams),
    {
      label: 'Theme',
      value: theme,
      options: THEMES.map((value) => ({ value, ...THEME_WORDS[value] })),
      onChange(value) {
        const next = THEMES.find((known) => known === value) ?? 'system';
        chooseTheme(next);
        setTheme(next);
      },
    },
    { label: 'Sign Out', icon: <LogOut size={18} />, onSelect: () => signOut.mutate() },
  ];
  return <OpenMenu {...menu} heading={<Who user={user} />} items={items} />;
}

function listTeams(teams: Due['teams']): MenuProps['items'] {
  if (teams.length === 0) return [];
  const icon = <UsersRound size={18} />;
  const shown = teams
    .slice(0, TEAMS_SHOWN)
    .map(({ id, name }) => ({ label: name, icon, link: <Link key={id} to={paths.team(id)} /> }));
  const all = { label: 'All Teams', icon, link: <Link to={paths.settings('teams')} /> };
  return [{ heading: 'Teams' }, ...shown, ...(teams.length > TEAMS_SHOWN ? [all] : [])];
}

function Who({ user }: { user: User }) {
  return (
    <div className="mb-1 max-w-64 border-b border-line px-3 pt-2 pb-3">
      <p className="truncate font-medium">{user.fullName}</p>
      <p className="truncate text-sm text-ink-2">{user.email || user.username}</p>
    </div>
  );
}
