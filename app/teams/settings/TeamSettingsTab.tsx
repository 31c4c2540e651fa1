import { useState } from 'react';
import { ExportEverything } from '#app/accounts/account/DataExport.tsx';
import { SettingRow } from '#app/accounts/account/SettingRow.tsx';
import { useUser } from '#app/accounts/auth/auth.queries.ts';
import { SettingsSection } from '#app/accounts/settings/SettingsSection.tsx';
import { savedLast } from '#app/frame/api/saved-last.ts';
import { formatDay } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { BillingRow } from '#app/teams/billing/BillingRow.tsx';
import { runsTeam } from '#app/teams/team/roles.ts';
import { useChangeTeam } from '#app/teams/team/teams.queries.ts';
import { TEAM_RESTORE_DAYS } from '#shared/teams/limits.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Switch } from '#ui/Choice.tsx';
import { FieldRow } from '#ui/Field.tsx';
import { PageSettings } from './PageSettings.tsx';
import { TeamName } from './TeamName.tsx';

const DeleteTeamDialog = lazyDialog(async () => (await import('./DeleteTeamDialog.tsx')).DeleteTeamDialog);
const RemoveDialog = lazyDialog(
  async () => (await import('#app/teams/members/RemoveDialog.tsx')).RemoveDialog,
);

/** A team’s name, its look, what its members may, and its end: for its owner; others may leave it. */
export const TeamSettingsTab = ({ team }: { team: Team }) => (
  <div className="max-w-[640px] space-y-10">
    <h2 className="sr-only">Settings</h2>
    {team.role !== 'owner' ? (
      <Facts team={team} />
    ) : team.suspendedAt ? (
      <Ending team={team} />
    ) : (
      <OwnersSettings team={team} />
    )}
  </div>
);

function OwnersSettings({ team }: { team: Team }) {
  const change = useChangeTeam(team.id);
  return (
    <>
      <SettingsSection title="Name">
        <TeamName key={team.id} team={team} />
      </SettingsSection>
      <SettingsSection title="Members">
        <Switch
          label="Members may export"
          hint="They can save the contacts they met through the team’s cards. You and team admins always can."
          checked={team.membersMayExport}
          isSaved={savedLast(change, 'membersMayExport')}
          onChange={({ target }) => change.mutate({ membersMayExport: target.checked })}
        />
        <Switch
          label="Team admins need two-step verification"
          hint="Without it they can only do what members can, with the cards they hold."
          checked={team.adminsNeedTwoStep}
          isSaved={savedLast(change, 'adminsNeedTwoStep')}
          onChange={({ target }) => change.mutate({ adminsNeedTwoStep: target.checked })}
        />
      </SettingsSection>
      <PageSettings team={team} />
      <SettingsSection title="Billing">
        <BillingRow team={team} />
      </SettingsSection>
      <SettingsSection title="Ownership">
        <SettingRow title="Hand over" text="Choose the next owner among the members. They have to accept.">
          <Link to={paths.team(team.id, 'members')} className={buttonClass('secondary', 'small')}>
            Choose a Member
          </Link>
        </SettingRow>
      </SettingsSection>
      <Ending team={team} />
    </>
  );
}

/** A copy of everything, and the team's end: all that is left to the owner of a suspended team. */
function Ending({ team }: { team: Team }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const restorable = team.suspendedAt ? 'once it’s no longer suspended' : `for ${TEAM_RESTORE_DAYS} days`;
  return (
    <SettingsSection title="Export and deletion">
      <SettingRow title="Export team" text="Its cards, contacts, analytics, and media, in one ZIP.">
        <ExportEverything team={team.id} />
      </SettingRow>
      <SettingRow
        title="Delete team"
        text={`You can restore it ${restorable}, except a subscription, which ends right away.`}
      >
        <Button variant="danger" size="small" onClick={() => setIsDeleting(true)}>
          Delete Team
        </Button>
      </SettingRow>
      {isDeleting && <DeleteTeamDialog team={team} onClose={() => setIsDeleting(false)} />}
    </SettingsSection>
  );
}

const EXPORTED = {
  admin: 'The team’s cards, contacts, analytics, and media, in one ZIP.',
  member: 'Everyone you met through the team’s cards, in one ZIP.',
};

/** Facts that everyone in the team may know, and the way out of it. */
function Facts({ team }: { team: Team }) {
  const user = useUser();
  const [isLeaving, setIsLeaving] = useState(false);
  const you = user && { userId: user.id, fullName: user.fullName, cardCount: 0, isYou: true };
  return (
    <>
      <SettingsSection title="About this team" text="Its owner decides over these.">
        <FieldRow label="Name">
          <p className="py-2 wrap-anywhere">{team.name}</p>
        </FieldRow>
        <FieldRow label="Created">
          <p className="py-2">{formatDay(team.createdAt)}</p>
        </FieldRow>
        <FieldRow label="Members may export">
          <p className="py-2">{team.membersMayExport ? 'Yes, whom they met' : 'No'}</p>
        </FieldRow>
        <FieldRow label="Team admins need two-step verification">
          <p className="py-2">{team.adminsNeedTwoStep ? 'Yes' : 'No'}</p>
        </FieldRow>
        {(team.membersMayExport || runsTeam(team)) && (
          <SettingRow title="Export" text={EXPORTED[runsTeam(team) ? 'admin' : 'member']}>
            <ExportEverything team={team.id} />
          </SettingRow>
        )}
      </SettingsSection>
      <PageSettings team={team} />
      {!team.suspendedAt && (
        <SettingsSection title="Your membership">
          <SettingRow
            title="Leave team"
            text="The team’s cards stay with it. Your own cards aren’t affected."
          >
            <Button variant="danger" size="small" onClick={() => setIsLeaving(true)}>
              Leave Team
            </Button>
          </SettingRow>
        </SettingsSection>
      )}
      {isLeaving && you && <RemoveDialog member={you} team={team} onClose={() => setIsLeaving(false)} />}
    </>
  );
}
