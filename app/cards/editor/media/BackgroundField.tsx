import { Trash2, Upload } from 'lucide-react';
import { useId, useRef } from 'react';
import { useController } from 'react-hook-form';
import { BACKGROUND_PRESETS } from '#shared/constants.ts';
import { allPresetsCss } from '#site/card/presets.ts';
import { FileButton, FileDrop } from '#ui/FileDrop.tsx';
import { useCardForm } from '../card-form.ts';
import { PresetTile } from './PresetTile.tsx';
import { UploadState } from './UploadState.tsx';
import { useUploads } from './use-uploads.ts';

const HINTS = { new: 'Max 10MB, MP4 recommended', stored: 'Max 10MB, MP4/MOV recommended' };

/** Where the layers of a preset lie; the rest of the card's styles has no place here. */
const SKY_CSS = '.sky,.sky i{position:absolute;inset:0;display:block}.sky{overflow:hidden}';

/** One of six animated backgrounds, or a video of one's own. */
export function BackgroundField({ isNew }: { isNew: boolean }) {
  const { control } = useCardForm();
  const { field, fieldState } = useController({ control, name: 'backgroundVideo' });
  const uploads = useUploads('video', field.onChange);
  const group = useId();
  const titleId = useId();
  const area = useRef<HTMLFieldSetElement>(null);
  const video = field.value.startsWith('preset:') ? '' : field.value;
  const remove = () => {
    field.onChange('');
    // The pressed button is gone: focus goes to the one that brings a new video.
    area.current?.querySelector<HTMLInputElement>('input[type=file]')?.focus();
  };
  return (
    <div className="space-y-4">
      <fieldset>
        <legend className="text-sm font-medium">Animated backgrounds</legend>
        <style>{SKY_CSS + allPresetsCss}</style>
        <div className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3">
          {BACKGROUND_PRESETS.map((preset) => (
            <PresetTile
              key={preset}
              preset={preset}
              group={group}
              isChosen={field.value === `preset:${preset}`}
              onChoose={() => field.onChange(`preset:${preset}`)}
            />
          ))}
        </div>
      </fieldset>
      <FileDrop onFiles={([file]) => file && void uploads.start([file])} className="p-4">
        <fieldset aria-labelledby={titleId} ref={area}>
          <p id={titleId} className="text-sm font-medium">
            Background video
          </p>
          <p className="text-sm text-ink-2">{HINTS[isNew ? 'new' : 'stored']}</p>
          {video && (
            <video
              key={video}
              src={video}
              autoPlay
              muted
              loop
              playsInline
              tabIndex={-1}
              aria-hidden="true"
              className="mt-3 aspect-video w-full max-w-72 rounded-control bg-black object-cover"
            />
          )}
          <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            <FileButton
              label={`${video ? 'Replace' : 'Upload'} background video`}
              accept="video/*"
              onFiles={(files) => void uploads.start(files)}
            >
              <Upload size={16} strokeWidth={1.5} aria-hidden="true" />
              {video ? 'Replace' : 'Upload'}
            </FileButton>
            {field.value && (
              <button
                type="button"
                onClick={remove}
                className="inline-flex min-h-9 items-center gap-2 rounded-control text-sm text-danger underline underline-offset-4"
              >
                <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
                Remove Background Video
              </button>
            )}
          </div>
          <UploadState running={uploads.running} refusals={uploads.refusals} />
          {fieldState.error && <p className="mt-2 text-sm text-danger">{fieldState.error.message}</p>}
        </fieldset>
      </FileDrop>
    </div>
  );
}
