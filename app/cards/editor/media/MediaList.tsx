import { Plus } from 'lucide-react';
import { lazy, Suspense, useId, useRef } from 'react';
import { useController } from 'react-hook-form';
import { CARD_FIELDS } from '#shared/cards/card-fields.ts';
import { FileButton, FileDrop } from '#ui/FileDrop.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { type MediaListName, useCardForm } from '../card-form.ts';
import { moveItem } from '../lists.ts';
import { messageIn } from '../tabs.ts';
import { UploadState } from './UploadState.tsx';
import { useUploads } from './use-uploads.ts';

/** Sorting by drag and drop is heavy, so it is loaded with the first item. */
const SortableTiles = lazy(async () => ({ default: (await import('./SortableTiles.tsx')).SortableTiles }));

const NOUNS = { image: 'photo', video: 'video' };

/** Several images or videos: added by upload, drag or paste, sorted, removed one by one. */
export function MediaList({ name }: { name: MediaListName }) {
  const { label, hint, of: kind, max } = CARD_FIELDS[name];
  const { control, getValues } = useCardForm();
  const { field, fieldState } = useController({ control, name });
  const titleId = useId();
  const errorId = useId();
  const error = messageIn(fieldState.error);
  const area = useRef<HTMLFieldSetElement>(null);
  const append = (url: string) => {
    const urls = getValues(name);
    if (!urls.includes(url)) field.onChange([...urls, url]);
  };
  const { start, ...uploads } = useUploads(kind, append);
  const add = (files: File[]) => void start(files, Math.max(0, max - getValues(name).length));
  const remove = (at: number) => {
    field.onChange(field.value.filter((_, index) => index !== at));
    // The pressed button is gone: focus moves to the one that adds.
    area.current?.querySelector<HTMLInputElement>('input[type=file]')?.focus();
  };
  return (
    <FileDrop onFiles={add} className="p-4">
      <fieldset aria-labelledby={titleId} ref={area}>
        <Title id={titleId} label={label} count={`${field.value.length} of ${max}`} />
        <p className="text-sm text-ink-2">{hint}</p>
        {field.value.length > 0 && (
          <Suspense fallback={<Skeleton className="mt-3 h-44" />}>
            <SortableTiles
              urls={field.value}
              kind={kind}
              noun={NOUNS[kind]}
              onMove={(from, to) => field.onChange(moveItem(field.value, from, to))}
              onRemove={remove}
            />
          </Suspense>
        )}
        {field.value.length < max && (
          <div className="mt-3">
            <FileButton
              label={`Add ${NOUNS[kind]}s to ${label}`}
              accept={`${kind}/*`}
              isMultiple
              errorId={error && errorId}
              onFiles={add}
            >
              <Plus size={16} />
              Add {NOUNS[kind]}s
            </FileButton>
          </div>
        )}
        <UploadState {...uploads} urls={field.value} error={error} errorId={errorId} />
      </fieldset>
    </FileDrop>
  );
}

const Title = ({ id, label, count }: { id: string; label: string; count: string }) => (
  <p className="flex items-baseline justify-between gap-4">
    <span id={id} className="text-sm font-medium">
      {label}
    </span>
    <span className="text-sm text-ink-2 tabular-nums">{count}</span>
  </p>
);
