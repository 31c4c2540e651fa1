import { FileUp } from 'lucide-react';
import { UploadStep } from '#app/frame/UploadStep.tsx';
import { LIST_BYTES_MAX, LIST_ROWS_MAX } from '#shared/teams/limits.ts';
import { useUploadList } from './lists.queries.ts';

/** Takes a file with people; what it would do is shown on the screen behind, once it was read. */
export function ChooseList({ teamId, onUploaded }: { teamId: string; onUploaded: () => void }) {
  const { send, isUploading, fraction } = useUploadList(teamId);
  return (
    <UploadStep
      icon={FileUp}
      label="Choose a File"
      accept=".csv,.txt,text/csv,text/plain"
      bytesMax={LIST_BYTES_MAX}
      tooLarge="This file is larger than 2 MB. Split it, and import each part."
      isUploading={isUploading}
      fraction={fraction}
      onFile={(file) => send(file, { onSuccess: onUploaded })}
      className="px-5 py-8"
    >
      <h3 className="mt-3 font-display text-lg">Drop a CSV file here</h3>
      <p className="mx-auto mt-1 mb-5 max-w-sm text-sm text-balance text-ink-2">
        Up to {LIST_ROWS_MAX.toLocaleString('en-US')} people, as your HR system exports them. You’ll review
        everything before anyone is invited.
      </p>
    </UploadStep>
  );
}
