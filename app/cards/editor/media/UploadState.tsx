import { Suspense } from 'react';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { Caution } from '#ui/Caution.tsx';
import type { UploadReportProps } from './UploadReport.tsx';
import type { UploadWarning } from './use-uploads.ts';

const UploadReport = lazyAddition(async () => (await import('./UploadReport.tsx')).UploadReport);

interface UploadStateProps extends UploadReportProps {
  warnings?: UploadWarning[];
  /** The files in the slot. */
  urls?: string[];
  /** Why the slot is refused, and the element that says so. */
  error?: string | undefined;
  errorId?: string;
}

/** The progress of a slot's uploads, refused files, and files that visitors may be unable to see. */
export function UploadState({ running, refusals, warnings, urls = [], error, errorId }: UploadStateProps) {
  const texts = (warnings ?? []).filter(({ url }) => urls.includes(url)).map(({ text }) => text);
  return (
    <>
      {running.length + refusals.length > 0 && (
        <Suspense>
          <UploadReport running={running} refusals={refusals} />
        </Suspense>
      )}
      {warnings && (
        <div role="status">
          {[...new Set(texts)].map((text) => (
            <Caution key={text} className="mt-3">
              {text}
            </Caution>
          ))}
        </div>
      )}
      {error && (
        // Takes the focus where no button does: a full gallery has none that adds.
        <p id={errorId} role="alert" tabIndex={-1} className="mt-2 text-sm text-danger">
          {error}
        </p>
      )}
    </>
  );
}
