import { X } from 'lucide-react';
import { Progress } from '#ui/Progress.tsx';
import type { FileRefusal } from './file-check.ts';
import type { RunningUpload } from './use-uploads.ts';

export interface UploadReportProps {
  running: RunningUpload[];
  refusals: FileRefusal[];
}

/** The progress of a slot's uploads, and refused files. */
export function UploadReport({ running, refusals }: UploadReportProps) {
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
            <X size={16} />
          </button>
        </div>
      ))}
      {refusals.map(({ description }) => (
        <p key={description} className="mt-2 text-sm text-danger">
          {description}
        </p>
      ))}
    </>
  );
}
