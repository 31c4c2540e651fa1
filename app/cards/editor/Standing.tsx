import { Switch } from '#ui/Choice.tsx';
import { useCardForm } from './card-form.ts';

/** Whether the card can be seen, and where it stands among the owner's cards. */
export function Standing() {
  const { register } = useCardForm();
  return (
    <>
      <Switch
        label="Card is live"
        hint="Off pauses it: its link and QR code show “Card Not Found” until you turn it on again."
        {...register('isActive')}
      />
      <Switch label="Featured" hint="Puts this card first in your portfolio." {...register('isFeatured')} />
    </>
  );
}
