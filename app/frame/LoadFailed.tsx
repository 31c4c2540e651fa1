import { Button } from '#ui/Button.tsx';
import { LOAD_FAILED, messageOf } from './api/call.ts';

/** Says why something couldn’t be loaded, and loads it again. */
export const LoadFailed = ({ error, retry }: { error: unknown; retry: () => unknown }) => (
  <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void retry()} />
);

/** One sentence about what failed, and one way out. */
export function ErrorState({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <p className="max-w-md text-balance">{message}</p>
      <Button variant="secondary" className="mt-5" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
