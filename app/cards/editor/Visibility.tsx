import { Switch } from '#ui/Choice.tsx';
import { useCardForm } from './card-form.ts';

/** Whether the card can be seen, and where it stands among the owner's cards. */
export function Visibility() {
  const { register } = useCardForm();
  return (
    <>
      <Switch
        label="Card is live"
        hint="When off, visitors see “Card Not Found”. Turn it back on anytime."
        {...register('isActive')}
      />
      <Switch label="Featured" hint="Puts this card first in your portfolio." {...register('isFeatured')} />
    </>
  );
}
