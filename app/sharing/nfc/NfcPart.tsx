import { Nfc, Printer } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { SharingPart, type SharingProps } from '#app/sharing/part/SharingPart.tsx';
import { NFC_TAGS_MAX, type NfcTag } from '#shared/sharing/nfc.ts';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { LinkForTag } from './LinkForTag.tsx';
import { NfcGuide } from './NfcGuide.tsx';
import { useNfcTags } from './nfc.queries.ts';
import { TagList } from './TagList.tsx';
import { TapDrawing } from './TapDrawing.tsx';
import { canWriteTags } from './web-nfc.ts';

const WriteTagDialog = lazyDialog(async () => (await import('./WriteTagDialog.tsx')).WriteTagDialog);

/** Stickers and plastic cards that open the card on a phone held to them. */
export function NfcPart({ card, isCounted }: SharingProps) {
  const { data: tags, error, refetch } = useNfcTags(card.id);
  return (
    <SharingPart
      title="NFC"
      text="Tap a phone to a coin-sized tag to open your card. Put one on your desk, badge, or phone."
      preview={<TapDrawing />}
      actions={
        tags ? (
          <Tags card={card} isCounted={isCounted} tags={tags} />
        ) : error ? (
          <LoadFailed error={error} retry={refetch} />
        ) : (
          <Skeleton className="h-48" />
        )
      }
    >
      <NfcGuide card={card} isCounted={isCounted} />
      <div>
        <Button variant="quiet" className="-ml-3" onClick={() => window.print()}>
          <Printer size={18} />
          Print these instructions
        </Button>
      </div>
    </SharingPart>
  );
}

function Tags({ tags, ...shared }: SharingProps & { tags: NfcTag[] }) {
  const { card } = shared;
  const [isWriting, setIsWriting] = useState<'new' | NfcTag | null>(null);
  const isFull = tags.length >= NFC_TAGS_MAX;
  const suggestedName = `Tag ${(tags[0]?.number ?? 0) + 1}`;
  const write = (tag: NfcTag) => setIsWriting(tag);
  return (
    <>
      {isFull ? (
        <p className="text-sm text-ink-2">
          This card has {NFC_TAGS_MAX} tags. Remove one you no longer use to add another.
        </p>
      ) : canWriteTags() ? (
        <div>
          <Button onClick={() => setIsWriting('new')}>
            <Nfc size={18} />
            Write a tag
          </Button>
        </div>
      ) : (
        <LinkForTag cardId={card.id} suggestedName={suggestedName} />
      )}
      {tags.length > 0 && <TagList {...shared} tags={tags} onWrite={canWriteTags() ? write : undefined} />}
      {isWriting && (
        <WriteTagDialog
          {...shared}
          tag={isWriting === 'new' ? undefined : isWriting}
          suggestedName={suggestedName}
          onClose={() => setIsWriting(null)}
        />
      )}
    </>
  );
}
