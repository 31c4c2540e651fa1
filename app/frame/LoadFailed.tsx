import { ErrorState } from '#ui/States.tsx';
import { LOAD_FAILED, messageOf } from './api/call.ts';

/** Says why something couldn’t be loaded, and loads it again. */
export const LoadFailed = ({ error, retry }: { error: unknown; retry: () => unknown }) => (
  <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void retry()} />
);
