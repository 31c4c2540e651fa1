import { SettingRow } from '#app/accounts/account/SettingRow.tsx';
import { SettingsSection } from '#app/accounts/settings/SettingsSection.tsx';
import { savedLast } from '#app/frame/api/saved-last.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { runsTeam } from '#app/teams/team/roles.ts';
import type { Team } from '#shared/teams/teams.ts';
import { buttonClass } from '#ui/Button.tsx';
import { Switch } from '#ui/Choice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useAgreeToPage, useChangePage, useTeamPage } from './team-page.queries.ts';

/** The public page of the team's people: on or off for those who run it, and for each holder whether they are on it. */
export function PageSettings({ team }: { team: Team }) {
  const { data: page, error, refetch } = useTeamPage(team.id);
  const change = useChangePage(team.id);
  const agree = useAgreeToPage(team.id);
  if (!page && error) return <LoadFailed error={error} retry={refetch} />;
  if (!page) return <Skeleton className="h-32" />;
  const address = new URL(page.path, globalThis.location.origin).href;
  const mayChange = runsTeam(team) && !team.isResting && !team.suspendedAt;
  if (!mayChange && !page.isPublic && page.cards.length === 0) return null;
  return (
    <SettingsSection title="Team page" text="A public page with the people of your team.">
      {mayChange && (
        <Switch
          label="Public page"
          hint="Only people who choose so are on it."
          checked={page.isPublic}
          isSaved={savedLast(change, 'isPublic')}
          onChange={({ target }) => change.mutate({ isPublic: target.checked })}
        />
      )}
      {page.cards.map(({ id, name, fullName, isListed }) => (
        <Switch
          key={id}
          label="Show me on the team page"
          hint={`Only you can change this. Card: ${fullName}${page.cards.length > 1 ? `, ${name}` : ''}`}
          checked={isListed}
          disabled={team.suspendedAt !== null}
          isSaved={agree.isSuccess && agree.variables?.cardId === id}
          onChange={({ target }) => agree.mutate({ cardId: id, isListed: target.checked })}
        />
      ))}
      {page.isPublic && (
        <SettingRow title="See the page" text={<span className="wrap-anywhere">{address}</span>}>
          <a href={page.path} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'small')}>
            Open Page
          </a>
        </SettingRow>
      )}
    </SettingsSection>
  );
}
