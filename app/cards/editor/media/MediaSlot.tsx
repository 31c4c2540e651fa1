import { Camera, Crop, ImagePlus, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { loadBlob } from '#app/frame/api/load-file.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { cardField } from '#shared/cards/card-fields.ts';
import { isElsewhere, isOwnMedia, isShowable } from '#shared/contract/media-urls.ts';
import { Button } from '#ui/Button.tsx';
import { FileButton, FileDrop } from '#ui/FileDrop.tsx';
import { usePagePaste } from '#ui/use-page-paste.ts';
import { type PictureName, useCardForm } from '../card-form.ts';
import { AddressField } from './AddressField.tsx';
import { type Cut, canCut } from './cut.ts';
import { UploadState } from './UploadState.tsx';
import { useImport } from './use-import.ts';
import { useUploads } from './use-uploads.ts';

const CropDialog = lazyDialog(async () => (await import('./CropDialog.tsx')).CropDialog);
/** The shapes in which a card shows an image; others are shown whole. */
const SHAPES: Partial<Record<PictureName, number>> = { profileImage: 1, coverImage: 2 };

const isPortraitField = (name: PictureName): boolean => {
  const field = cardField(name);
  return field.kind === 'media' && field.isPortrait === true;
};

const ELSEWHERE =
  'This picture is hosted elsewhere, so your card can’t show it. Press Enter here to copy it to your card.';

/** The image of a slot, and the ways in which it comes and goes. */
function useSlot(name: PictureName, area: RefObject<HTMLElement | null>) {
  const { control } = useCardForm();
  const { field, fieldState } = useController({ control, name });
  /** The files of this visit, by address: another crop begins with the whole image. */
  const [originals] = useState(() => new Map<string, File>());
  const uploads = useUploads('image', (url, file) => {
    originals.set(url, file);
    field.onChange(url);
  });
  const fetched = useImport(field.onChange);
  const load = async () => originals.get(field.value) ?? loadBlob(field.value);
  const cutOut = (source: Blob, cut: Cut) => {
    const file = source instanceof File ? source : new File([source], 'picture.jpg', { type: source.type });
    fetched.clear();
    void uploads.replace([file], cut);
  };
  const take = (files: File[]) => {
    fetched.clear();
    void uploads.replace(files);
  };
  const remove = () => {
    uploads.cancel();
    fetched.clear();
    field.onChange('');
    // The pressed button is gone: focus moves to the one that adds a new image.
    area.current?.querySelector<HTMLInputElement>('input[type=file]')?.focus();
  };
  const commit = (address: string) => {
    uploads.cancel();
    if (address) fetched.start(address);
    else if (fetched.address) fetched.clear();
    else field.onChange('');
  };
  const elsewhere = isElsewhere(field.value) && !fetched.isPending ? ELSEWHERE : undefined;
  const error = fetched.error ?? fieldState.error?.message ?? elsewhere;
  return { value: field.value, uploads, fetched, take, remove, commit, error, load, cutOut };
}

/** One image: uploaded, dragged, pasted or fetched from its address, and removed again. */
export function MediaSlot({ name, isTitleHidden = false }: { name: PictureName; isTitleHidden?: boolean }) {
  const { label, hint } = cardField(name);
  const isPortrait = isPortraitField(name);
  const area = useRef<HTMLFieldSetElement>(null);
  const { value, uploads, fetched, take, remove, commit, error, load, cutOut } = useSlot(name, area);
  const [isCropping, setIsCropping] = useState(false);
  const [isAddressAsked, setIsAddressAsked] = useState(false);
  const titleId = useId();
  // People usually paste a portrait: its slot accepts pastes anywhere on the page while it is in view.
  usePagePaste(area, isPortrait ? take : null);
  const isAddressShown = !isPortrait || isAddressAsked || fetched.isPending || error !== undefined;
  return (
    <FileDrop onFiles={take} className="p-4">
      <fieldset
        aria-labelledby={titleId}
        ref={area}
        className={`flex flex-wrap gap-4 ${isPortrait ? 'items-center' : 'sm:flex-nowrap'}`}
      >
        <Thumbnail src={value} isRound={isPortrait} />
        <div className={`min-w-0 flex-1 ${isPortrait ? 'basis-32' : ''}`}>
          <SlotTitle {...{ label, hint, isPortrait }} id={titleId} isHidden={isPortrait || isTitleHidden} />
          <SlotButtons
            noun={label.toLowerCase()}
            isPortrait={isPortrait}
            isFilled={value !== ''}
            onFiles={take}
            onRemove={remove}
            onCrop={canCut && isOwnMedia(value) ? () => setIsCropping(true) : undefined}
          >
            {isPortrait && (
              <Button
                variant="quiet"
                size="small"
                aria-expanded={isAddressShown}
                onClick={() => setIsAddressAsked(!isAddressAsked)}
              >
                Paste a URL
              </Button>
            )}
          </SlotButtons>
          <UploadState running={uploads.running} refusals={uploads.refusals} />
          {isAddressShown && (
            <div className="mt-4">
              <AddressField
                label="Or paste an image URL"
                value={fetched.address ?? value}
                error={error}
                isPending={fetched.isPending}
                onCommit={commit}
              />
            </div>
          )}
        </div>
      </fieldset>
      {isCropping && (
        <CropDialog load={load} aspect={SHAPES[name]} onClose={() => setIsCropping(false)} onCut={cutOut} />
      )}
    </FileDrop>
  );
}

interface SlotTitleProps {
  id: string;
  isHidden: boolean;
  isPortrait: boolean;
  label: string;
  hint: string | undefined;
}

const SlotTitle = ({ id, isHidden, isPortrait, label, hint }: SlotTitleProps) => (
  <>
    <p id={id} className={isHidden ? 'sr-only' : 'text-sm font-medium'}>
      {label}
    </p>
    <p className={`text-sm text-ink-2 ${isPortrait ? 'max-sm:hidden' : ''}`}>{hint}</p>
  </>
);

function Thumbnail({ src, isRound }: { src: string; isRound: boolean }) {
  const shape = `size-20 shrink-0 ${isRound ? 'rounded-full' : 'rounded-control'}`;
  if (isShowable(src)) return <img src={src} alt="" className={`${shape} border border-line object-cover`} />;
  return (
    <span
      aria-hidden="true"
      className={`grid place-items-center border border-dashed border-control/50 text-ink-2 ${shape}`}
    >
      <ImagePlus size={22} />
    </span>
  );
}

interface SlotButtonsProps {
  noun: string;
  isPortrait: boolean;
  isFilled: boolean;
  onFiles: (files: File[]) => void;
  onRemove: () => void;
  onCrop: (() => void) | undefined;
  children: ReactNode;
}

/** On a phone, the first one offers its camera, too. */
function SlotButtons({ noun, isPortrait, isFilled, onFiles, onRemove, onCrop, children }: SlotButtonsProps) {
  const verb = isFilled ? 'Replace' : 'Upload';
  const [label, words] = isPortrait && !isFilled ? ['Add a photo', 'Add a photo'] : [`${verb} ${noun}`, verb];
  return (
    <div className={`flex flex-wrap gap-2 ${isPortrait ? 'sm:mt-2' : 'mt-3'}`}>
      <FileButton label={label} accept="image/*" onFiles={onFiles}>
        {isPortrait && <Camera size={18} />}
        {words}
      </FileButton>
      {onCrop && (
        <Button variant="quiet" size="small" aria-label={`Crop ${noun}`} onClick={onCrop}>
          <Crop size={16} />
          Crop
        </Button>
      )}
      {isFilled && (
        <Button variant="quiet" size="small" aria-label={`Remove ${noun}`} onClick={onRemove}>
          <Trash2 size={16} />
          Remove
        </Button>
      )}
      {children}
    </div>
  );
}
