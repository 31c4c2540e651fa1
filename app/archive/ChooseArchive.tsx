import { FileArchive } from 'lucide-react';
import { useState } from 'react';
import { ARCHIVE_BYTES_MAX } from '#shared/constants.ts';
import { buttonClass } from '#ui/Button.tsx';
import { FileButton, FileDrop } from '#ui/FileDrop.tsx';
import { Progress } from '#ui/Progress.tsx';
import { toast } from '#ui/Toast.tsx';
import { useUploadArchive } from './archive.queries.ts';

const MEGABYTES = ARCHIVE_BYTES_MAX / 1024 ** 2;

/** The first step: an archive, dropped or chosen. */
export function ChooseArchive({ onUploaded }: { onUploaded: () => void }) {
  const [fraction, setFraction] = useState(0);
  const upload = useUploadArchive(setFraction);
  const take = ([file]: File[]) => {
    if (!file || upload.isPending) return;
    if (file.size > ARCHIVE_BYTES_MAX) {
      toast({
        title: 'Error',
        description: `This file has more than ${MEGABYTES} MB, which is more than any account may hold.`,
        isError: true,
      });
      return;
    }
    setFraction(0);
    upload.mutate(file, { onSuccess: onUploaded });
  };
  return (
    <FileDrop onFiles={take} className="border-dashed px-4 py-10 text-center">
      <FileArchive size={28} strokeWidth={1.25} aria-hidden="true" className="mx-auto text-gold-ink" />
      <p className="mx-auto mt-3 max-w-sm text-balance text-ink-2">
        Drop the .zip file here, up to {MEGABYTES} MB. You see what would happen before anything does.
      </p>
      <div className="mt-5" aria-live="polite">
        {upload.isPending ? (
          <div className="mx-auto max-w-xs space-y-2">
            <Progress label="Upload" fraction={fraction} />
            <p className="text-sm text-ink-2">Uploading...</p>
          </div>
        ) : (
          <FileButton
            label="Choose an archive"
            accept=".zip,application/zip"
            onFiles={take}
            className={buttonClass('primary')}
          >
            Choose an archive
          </FileButton>
        )}
      </div>
    </FileDrop>
  );
}
