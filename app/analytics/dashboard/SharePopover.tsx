import { Share2 } from 'lucide-react';
import { cloneElement, useState } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import type { Card } from '#shared/cards/cards.ts';
import { Button } from '#ui/Button.tsx';
import { useLate } from '#ui/use-late.ts';
import { useIsWide } from '#ui/use-media.ts';

const ShareSheet = lazyDialog(async () => (await import('./ShareSheet.tsx')).ShareSheet);

/** The ways to share a card: beside its button, or in a dialog on a phone. */
export function SharePopover({ card }: { card: Card }) {
  const isWide = useIsWide();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const { opened, opener } = useLate(() => import('./OpenShare.tsx'), 'dialog');
  const trigger = (
    <Button variant="quiet" size="small">
      <Share2 size={18} />
      Share
    </Button>
  );
  if (isWide) {
    return opened ? <opened.OpenShare trigger={trigger} card={card} /> : cloneElement(trigger, opener);
  }
  return (
    <>
      {cloneElement(trigger, { 'aria-haspopup': 'dialog', onClick: () => setIsSheetOpen(true) })}
      {isSheetOpen && <ShareSheet card={card} onClose={() => setIsSheetOpen(false)} />}
    </>
  );
}
