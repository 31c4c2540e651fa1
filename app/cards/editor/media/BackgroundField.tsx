import { Trash2, Upload } from 'lucide-react';
import { lazy, Suspense, useId, useRef } from 'react';
import { useController } from 'react-hook-form';
import { isShowable } from '#shared/contract/media-urls.ts';
import { FileButton, FileDrop } from '#ui/FileDrop.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useCardForm } from '../card-form.ts';
import { UploadState } from './UploadState.tsx';
import { useUploads } from './use-uploads.ts';

/** Six animations are as large as the rest of the tab, which need not wait for them. */
const PresetChoice = lazy(async () => ({ default: (await import('./PresetChoice.tsx')).PresetChoice }));

const HINTS = { new: 'Max 10MB, MP4 recommended', stored: 'Max 10MB, MP4/MOV recommended' };

/** One of six animated backgrounds, or a video of the owner's. */
export function BackgroundField({ isNew }: { isNew: boolean }) {
  const { control } = useCardForm();
  const { field, fieldState } = useController({ control, name: 'backgroundVideo' });
  const uploads = useUploads('video', field.onChange);
  const id = useId();
  const errorId = useId();
  const area = useRef<HTMLFieldSetElement>(null);
  const video = field.value.startsWith('preset:') ? '' : field.value;
  const choose = (url: string) => {
    uploads.cancel();
    field.onChange(url);
  };
  const remove = () => {
    choose('');
    // The pressed button is gone: focus moves to the one that adds a new video.
    area.current?.querySelector<HTMLInputElement>('input[type=file]')?.focus();
  };
  return (
    <div className="space-y-4">
      <Suspense fallback={<Skeleton className="h-96 sm:h-66" />}>
        <PresetChoice value={field.value} onChoose={choose} />
      </Suspense>
      <FileDrop onFiles={(files) => void uploads.replace(files)} className="p-4">
        <fieldset aria-labelledby={id} ref={area}>
          <p id={id} className="text-sm font-medium">
            Background video
          </p>
          <p className="text-sm text-ink-2">{HINTS[isNew ? 'new' : 'stored']}</p>
          {video && !isShowable(video) && (
            <p className="mt-3 text-sm">
              This video is hosted elsewhere, so your card can’t show it. Upload it instead.
            </p>
          )}
          {isShowable(video) && <Film key={video} src={video} />}
          <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            <FileButton
              label={`${video ? 'Replace' : 'Upload'} background video`}
              accept="video/*"
              errorId={fieldState.error && errorId}
              onFiles={(files) => void uploads.replace(files)}
            >
              <Upload size={16} />
              {video ? 'Replace' : 'Upload'}
            </FileButton>
            {field.value && <RemoveButton onRemove={remove} />}
          </div>
          <UploadState
            running={uploads.running}
            refusals={uploads.refusals}
            warnings={uploads.warnings}
            urls={[video]}
            error={fieldState.error?.message}
            errorId={errorId}
          />
        </fieldset>
      </FileDrop>
    </div>
  );
}

const Film = ({ src }: { src: string }) => (
  <video
    src={src}
    controls
    muted
    playsInline
    preload="metadata"
    className="mt-3 aspect-video w-full max-w-72 rounded-control bg-black object-cover"
  />
);

const RemoveButton = ({ onRemove }: { onRemove: () => void }) => (
  <button
    type="button"
    onClick={onRemove}
    className="inline-flex min-h-9 items-center gap-2 rounded-control text-sm text-danger underline underline-offset-4"
  >
    <Trash2 size={16} />
    Remove Background Video
  </button>
);
