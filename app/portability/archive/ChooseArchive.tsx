import { FileArchive } from 'lucide-react';
import { UploadStep } from '#app/frame/UploadStep.tsx';
import { ARCHIVE_BYTES_MAX } from '#shared/contract/constants.ts';
import { useUploadArchive } from './archive.queries.ts';

const MEGABYTES = ARCHIVE_BYTES_MAX / 1024 ** 2;

/** The first step: an archive, dropped or chosen. */
export function ChooseArchive({ onUploaded }: { onUploaded: () => void }) {
  const { send, isUploading, fraction } = useUploadArchive();
  return (
    <UploadStep
      icon={FileArchive}
      label="Choose an archive"
      accept=".zip,application/zip"
      bytesMax={ARCHIVE_BYTES_MAX}
      tooLarge={`This file is larger than ${MEGABYTES} MB, the most an account can hold.`}
      isUploading={isUploading}
      fraction={fraction}
      onFile={(file) => send(file, { onSuccess: onUploaded })}
      className="px-4 py-10"
    >
      <p className="mx-auto mt-3 mb-5 max-w-sm text-balance text-ink-2">
        Drop the .zip file here, up to {MEGABYTES} MB. You’ll review everything first.
      </p>
    </UploadStep>
  );
}
