import { linkOf } from '#app/cards/share-card.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/Toast.tsx';
import { SharingPart, type SharingProps } from '../SharingPart.tsx';

async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast({ title: 'Link copied!' });
  } catch {
    toast({ title: 'Copy failed', description: 'Unable to copy link to clipboard.', isError: true });
  }
}

export function LinkPart({ card }: SharingProps) {
  const link = linkOf(card);
  return (
    <SharingPart title="Link" text="It opens your card on any phone or computer.">
      <div className="flex flex-wrap items-center gap-3">
        <a href={link} className="min-w-0 break-all text-gold-ink underline underline-offset-4">
          {link}
        </a>
        <Button variant="secondary" size="small" onClick={() => void copy(link)}>
          Copy link
        </Button>
      </div>
    </SharingPart>
  );
}
