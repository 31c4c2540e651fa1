import { Copy, Lock, MoreHorizontal, Nfc, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { copyHref } from '#app/cards/cards/copy-link.ts';
import { counted } from '#app/frame/counted.ts';
import { formatDay } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import type { SharingProps } from '#app/sharing/part/SharingPart.tsx';
import { type NfcTag, tagLink } from '#shared/sharing/nfc.ts';
import { Menu } from '#ui/Menu.tsx';
import { useRemoveTag } from './nfc.queries.ts';

const RenameTagDialog = lazyDialog(async () => (await import('./RenameTagDialog.tsx')).RenameTagDialog);

interface TagListProps extends SharingProps {
  tags: NfcTag[];
  /** Left out where the browser cannot write. */
  onWrite: ((tag: NfcTag) => void) | undefined;
}

export function TagList({ card, isCounted, tags, onWrite }: TagListProps) {
  const [renamed, setRenamed] = useState<NfcTag | null>(null);
  const remove = useRemoveTag(card.id, isCounted);
  return (
    <section aria-label="Your tags">
      <h3 className="font-medium">Your tags</h3>
      <ul className="mt-1 divide-y divide-line">
        {tags.map((tag) => (
          <li key={tag.number} className="flex min-h-16 items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-1.5 font-medium">
                <span className="min-w-0 wrap-anywhere">{tag.name}</span>
                {tag.isLocked && <Lock size={16} role="img" aria-label="Locked" />}
              </p>
              <p className="text-sm text-ink-2">{sayState(tag, isCounted)}</p>
            </div>
            <p className="text-right text-sm whitespace-nowrap tabular-nums">{counted(tag.views, 'view')}</p>
            <Menu
              items={[
                ...(onWrite && !tag.isLocked
                  ? [{ label: 'Write', icon: <Nfc size={18} />, onSelect: () => onWrite(tag) }]
                  : []),
                {
                  label: 'Copy Link',
                  icon: <Copy size={18} />,
                  onSelect: () => void copyHref(tagLink(window.location.origin, card.mainPath, tag.number)),
                },
                { label: 'Rename', icon: <Pencil size={18} />, onSelect: () => setRenamed(tag) },
                {
                  label: 'Remove',
                  icon: <Trash2 size={18} />,
                  isDanger: true,
                  onSelect: () => remove.mutate(tag),
                },
              ]}
              trigger={
                <button
                  type="button"
                  aria-label={`More for ${tag.name}`}
                  className="grid size-10 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-line/50"
                >
                  <MoreHorizontal size={20} />
                </button>
              }
            />
          </li>
        ))}
      </ul>
      {renamed && <RenameTagDialog cardId={card.id} tag={renamed} onClose={() => setRenamed(null)} />}
    </section>
  );
}

/** A tag that an app wrote has shown that it works once somebody was counted who came by it. */
function sayState({ writtenAt, createdAt, views }: NfcTag, isCounted: boolean): string {
  if (writtenAt) return `Written ${formatDay(writtenAt)}`;
  return `Added ${formatDay(createdAt)}${views > 0 || !isCounted ? '' : ', not used yet'}`;
}
