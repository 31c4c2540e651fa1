import { SettingRow } from '#app/accounts/account/SettingRow.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { Team } from '#shared/teams/teams.ts';
import { buttonClass } from '#ui/Button.tsx';
import { useTeamBilling } from './team-billing.queries.ts';
import { CARD_PRICE, sayCost } from './team-sums.ts';

/** The price of the team, and the way to change that. */
export function BillingRow({ team }: { team: Team }) {
  const { data: billing } = useTeamBilling(team.id);
  return (
    <SettingRow
      title="Subscription"
      text={billing ? sayCost(billing) : `Each claimed card costs ${CARD_PRICE}.`}
    >
      <Link to={paths.team(team.id, 'billing')} className={buttonClass('secondary', 'small')}>
        Open Billing
      </Link>
    </SettingRow>
  );
}
