import { Download } from 'lucide-react';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { useAnalytics, useExportAnalytics, useIsTracking } from './analytics.queries.ts';
import { useWanted } from './range.ts';

/** Says that the figures update by themselves; only its room while they do not. */
export function LiveBadge() {
  const [wanted] = useWanted();
  const { data, error } = useAnalytics(wanted);
  const isTracking = useIsTracking();
  return (
    <span className={!data || error || !isTracking ? 'invisible' : ''}>
      <Badge tone="good">
        <span aria-hidden="true" className="size-1.5 animate-pulse rounded-full bg-current" />
        Live Data
      </Badge>
    </span>
  );
}

export function ExportButton() {
  const save = useExportAnalytics();
  return (
    <Button
      variant="secondary"
      isPending={save.isPending}
      pendingLabel="Exporting..."
      onClick={() => save.mutate()}
    >
      <Download size={18} />
      Export Analytics
    </Button>
  );
}
