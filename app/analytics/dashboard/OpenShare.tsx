import type { Card } from '#shared/cards/cards.ts';
import { OpenPopover, type PopoverProps } from '#ui/OpenPopover.tsx';
import { ShareWays } from './ShareWays.tsx';

export function OpenShare({ trigger, card }: Pick<PopoverProps, 'trigger'> & { card: Card }) {
  return (
    <OpenPopover trigger={trigger} label={`Share ${card.name}`} isBeside>
      <ShareWays card={card} />
    </OpenPopover>
  );
}
