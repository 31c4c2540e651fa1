import { X } from 'lucide-react';
import { Caution } from '#ui/Caution.tsx';
import { Progress } from '#ui/Progress.tsx';
import type { Refusal } from './file-check.ts';
import type { RunningUpload, UploadWarning } from './use-uploads.ts';

interface UploadStateProps {
  running: RunningUpload[];
  refusals: Refusal[];
  warnings?: UploadWarning[];
  /** The files in the slot. */
  urls?: string[];
}

/** The progress of a slot's uploads, refused files, and files that visitors may be unable to see. */
export function UploadState({ running, refusals, warnings, urls = [] }: UploadStateProps) {
  const texts = (warnings ?? []).filter(({ url }) => urls.includes(url)).map(({ text }) => text);
  return (
    <>
      {running.map(({ id, name, fraction, cancel }) => (
        <div key={id} className="mt-3 flex items-center gap-3">
          <div className="min-w-0 flex-1">
            <p className="truncate text-sm text-ink-2">
              Uploading {name} <span className="tabular-nums">{Math.round(fraction * 100)}%</span>
            </p>
            <Progress label={`Uploading ${name}`} fraction={fraction} />
          </div>
          <button
            type="button"
            aria-label={`Cancel upload of ${name}`}
            onClick={cancel}
            className="grid size-9 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-line/50"
          >
            <X size={16} strokeWidth={1.5} />
          </button>
        </div>
      ))}
      {refusals.map(({ description }) => (
        <p key={description} className="mt-2 text-sm text-danger">
          {description}
        </p>
      ))}
      {warnings && (
        <div role="status">
          {[...new Set(texts)].map((text) => (
            <Caution key={text} className="mt-3">
              {text}
            </Caution>
          ))}
        </div>
      )}
    </>
  );
}
