import { CardInvitation } from '#app/cards/cards/CardInvitation.tsx';
import { Greeting } from './Greeting.tsx';
import { QuickActions } from './QuickActions.tsx';

/** The dashboard before the first card. */
export function NoCard() {
  return (
    <>
      <Greeting look="large" />
      <CardInvitation
        title="Your card is two minutes away."
        text="Add your details, pick a look, and hold up the code. Nothing is public until you create it."
        action={<QuickActions count={0} />}
      />
    </>
  );
}
