import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { UploadStep } from '#app/frame/UploadStep.tsx';
import { LIST_BYTES_MAX, LIST_ROWS_MAX } from '#shared/teams/limits.ts';
import { useUploadList } from './lists.queries.ts';

/** Takes a file with people; what it would do is shown on the screen behind, once it was read. */
export function ChooseList({ teamId, onUploaded }: { teamId: string; onUploaded: () => void }) {
  const [fraction, setFraction] = useState(0);
  const upload = useUploadList(teamId, setFraction);
  const send = (file: File) => {
    setFraction(0);
    upload.mutate(file, { onSuccess: onUploaded });
  };
  return (
    <UploadStep
      icon={FileUp}
      label="Choose a File"
      accept=".csv,.txt,text/csv,text/plain"
      bytesMax={LIST_BYTES_MAX}
      tooLarge="This file is larger than 2 MB. Split it, and import each part."
      isUploading={upload.isPending}
      fraction={fraction}
      onFile={send}
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
