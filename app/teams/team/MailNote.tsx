import { useMailAbility } from '#app/accounts/auth/address.queries.ts';
import { Caution } from '#ui/Caution.tsx';

/** Says before anyone is invited that no mail would arrive. */
export function MailNote({ className = '' }: { className?: string }) {
  const { data: ability } = useMailAbility();
  if (ability?.sendsMail !== false) return null;
  return (
    <Caution className={className}>
      Email isn’t set up yet, so invites stay in the outbox. Ask {ability.contact} to pass them on.
    </Caution>
  );
}
