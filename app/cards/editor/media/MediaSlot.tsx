import { ImagePlus, Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { useController } from 'react-hook-form';
import { cardField } from '#shared/cards/card-fields.ts';
import { isElsewhere, isShowable } from '#shared/contract/media-urls.ts';
import { Button } from '#ui/Button.tsx';
import { FileButton, FileDrop } from '#ui/FileDrop.tsx';
import { type PictureName, useCardForm } from '../card-form.ts';
import { AddressField } from './AddressField.tsx';
import { UploadState } from './UploadState.tsx';
import { useImport } from './use-import.ts';
import { usePagePaste } from './use-page-paste.ts';
import { useUploads } from './use-uploads.ts';

const isPortraitField = (name: PictureName): boolean => {
  const field = cardField(name);
  return field.kind === 'media' && field.isPortrait === true;
};

const ELSEWHERE =
  'This picture is hosted elsewhere, so your card can’t show it. Press Enter here to copy it to your card.';

/** One image: uploaded, dragged, pasted or fetched from its address, and removed again. */
export function MediaSlot({ name }: { name: PictureName }) {
  const { label, hint } = cardField(name);
  const isPortrait = isPortraitField(name);
  const { control } = useCardForm();
  const { field, fieldState } = useController({ control, name });
  const uploads = useUploads('image', field.onChange);
  const fetched = useImport(field.onChange);
  const titleId = useId();
  const area = useRef<HTMLFieldSetElement>(null);
  const take = (files: File[]) => {
    fetched.clear();
    void uploads.start(files.slice(0, 1));
  };
  // People usually paste a portrait: its slot accepts pastes anywhere on the page while it is in view.
  usePagePaste(area, isPortrait ? take : null);
  const remove = () => {
    fetched.clear();
    field.onChange('');
    // The pressed button is gone: focus moves to the one that adds a new image.
    area.current?.querySelector<HTMLInputElement>('input[type=file]')?.focus();
  };
  const elsewhere = isElsewhere(field.value) && !fetched.isPending ? ELSEWHERE : undefined;
  const commit = (address: string) => {
    if (address) fetched.start(address);
    else if (fetched.address) fetched.clear();
    else field.onChange('');
  };
  return (
    <FileDrop onFiles={take} className="p-4">
      <fieldset aria-labelledby={titleId} ref={area} className="flex flex-wrap gap-4 sm:flex-nowrap">
        <Thumbnail src={field.value} isRound={isPortrait} />
        <div className="min-w-0 flex-1">
          <p id={titleId} className="text-sm font-medium">
            {label}
          </p>
          <p className="text-sm text-ink-2">{hint}</p>
          <SlotButtons
            noun={label.toLowerCase()}
            isFilled={field.value !== ''}
            onFiles={take}
            onRemove={remove}
          />
          <UploadState running={uploads.running} refusals={uploads.refusals} />
          <div className="mt-4">
            <AddressField
              label="Or paste an image URL"
              value={fetched.address ?? field.value}
              error={fetched.error ?? fieldState.error?.message ?? elsewhere}
              isPending={fetched.isPending}
              onCommit={commit}
            />
          </div>
        </div>
      </fieldset>
    </FileDrop>
  );
}

function Thumbnail({ src, isRound }: { src: string; isRound: boolean }) {
  const shape = `size-20 shrink-0 ${isRound ? 'rounded-full' : 'rounded-control'}`;
  if (isShowable(src)) return <img src={src} alt="" className={`${shape} border border-line object-cover`} />;
  return (
    <span
      aria-hidden="true"
      className={`grid place-items-center border border-dashed border-control/50 text-ink-2 ${shape}`}
    >
      <ImagePlus size={22} strokeWidth={1.5} />
    </span>
  );
}

interface SlotButtonsProps {
  noun: string;
  isFilled: boolean;
  onFiles: (files: File[]) => void;
  onRemove: () => void;
}

function SlotButtons({ noun, isFilled, onFiles, onRemove }: SlotButtonsProps) {
  const verb = isFilled ? 'Replace' : 'Upload';
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <FileButton label={`${verb} ${noun}`} accept="image/*" onFiles={onFiles}>
        {verb}
      </FileButton>
      {isFilled && (
        <Button variant="quiet" size="small" aria-label={`Remove ${noun}`} onClick={onRemove}>
          <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
          Remove
        </Button>
      )}
    </div>
  );
}
