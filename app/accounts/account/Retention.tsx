import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, urlOf } from '#app/frame/api/call.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { RETENTION_MONTHS, RETENTION_NOTICE_DAYS } from '#shared/contract/constants.ts';
import { peopleDue } from '#shared/people/people-due.ts';
import type { RetentionSetting as Kept } from '#shared/people/recipients.ts';
import { Button } from '#ui/Button.tsx';
import { FieldRow, Select } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/Toast.tsx';

type Months = Kept['months'];

const KEY = [urlOf('GET /api/recipients/retention')] as const;

/** How long contacts and leads are kept, and who would go. */
export function Retention() {
  const kept = useQuery({ queryKey: KEY, queryFn: () => call('GET /api/recipients/retention') });
  if (kept.error) return <LoadFailed error={kept.error} retry={kept.refetch} />;
  return kept.data ? <Choice kept={kept.data} /> : <Skeleton className="h-24" />;
}

function Choice({ kept }: { kept: Kept }) {
  const client = useQueryClient();
  const [months, setMonths] = useState<Months>(kept.months);
  const due = useDue(months);
  const save = useMutation({
    mutationFn: () => call('PUT /api/recipients/retention', { body: { months } }),
    meta: { failure: { fallback: 'Failed to change this. Please try again.' } },
    onSuccess(saved) {
      client.setQueryData(KEY, saved);
      toast({
        title: 'Changed',
        description:
          saved.months === null
            ? 'Contacts stay until you delete them.'
            : saved.isAnnounced
              ? 'No one is deleted in the first week.'
              : NOT_ANNOUNCED,
      });
    },
  });
  return (
    <div className="py-3">
      <Select
        isRow
        label="Delete contacts and leads"
        value={months ?? ''}
        onChange={({ target }) => setMonths((Number(target.value) || null) as Months)}
      >
        <option value="">Never automatically</option>
        {RETENTION_MONTHS.map((one) => (
          <option key={one} value={one}>
            {one} months after the last contact
          </option>
        ))}
      </Select>
      <FieldRow>
        <p role="status" className="text-sm text-ink-2">
          {months === null
            ? 'They stay until you delete them.'
            : kept.isAnnounced
              ? sayDue(due)
              : NOT_ANNOUNCED}
        </p>
        <Button
          variant="secondary"
          size="small"
          className="mt-2"
          disabled={months === kept.months}
          isPending={save.isPending}
          pendingLabel="Changing..."
          onClick={() => save.mutate()}
        >
          Change
        </Button>
      </FieldRow>
    </div>
  );
}

const NOT_ANNOUNCED = 'Paused: we need a working email address to warn you first.';

function useDue(months: Months): number | undefined {
  const query = { months: months ?? undefined };
  const { data } = useQuery({
    queryKey: [urlOf('GET /api/recipients/retention', { query })],
    queryFn: () => call('GET /api/recipients/retention', { query }),
    enabled: months !== null,
  });
  return data?.due;
}

function sayDue(due: number | undefined): string {
  const who = 'We keep favorites and anyone with a recent note, edit, or reminder.';
  if (due === undefined) return who;
  const people = due === 0 ? 'No one' : peopleDue(due);
  return `${people.charAt(0).toUpperCase()}${people.slice(1)} would be deleted in the next ${RETENTION_NOTICE_DAYS} days. ${who}`;
}
