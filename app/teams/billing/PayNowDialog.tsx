import { saySum } from '#app/money/billing/billing-words.ts';
import { formatCards, formatCharge } from '#shared/formats/money.ts';
import type { TeamBilling } from '#shared/money/team-billing.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { toast } from '#ui/Toast.tsx';
import { useEndTrial } from './team-billing.queries.ts';

interface PayNowDialogProps {
  team: Team;
  billing: TeamBilling;
  onClose: () => void;
}

/** Says what is charged before the free days end; if the number of cards changes meanwhile, nothing is, and the new sum stands here. */
export function PayNowDialog({ team, billing, onClose }: PayNowDialogProps) {
  const pay = useEndTrial(team.id);
  const { cards, price, periodCents } = billing;
  const sum = periodCents === null ? formatCards(cards) : formatCharge({ ...price, cents: periodCents });
  const confirm = () =>
    pay.mutate(cards, {
      onSuccess() {
        toast({ title: 'Paid', description: 'More cards can be claimed now.' });
        onClose();
      },
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Pay ${sum} now?`}
      description={`Your payment card is charged today, and the free days end. From then on, the team pays ${saySum(billing)}.`}
    >
      <FormButtons
        onCancel={onClose}
        cancelLabel="Keep the Trial"
        isPending={pay.isPending}
        pendingLabel="Paying..."
        onClick={confirm}
      >
        Pay {sum}
      </FormButtons>
    </Dialog>
  );
}
