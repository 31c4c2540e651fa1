import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useIsReadOnly } from '#app/accounts/auth/TeamChips.tsx';
import { call, urlOf } from '#app/frame/api/call.ts';
import { pagesKey, patchPages } from '#app/frame/api/pages.ts';
import { formatDay } from '#app/frame/dates.ts';
import { LEAD_STATUSES, type LeadStatus } from '#shared/contract/lead-questions.ts';
import type { Person } from '#shared/people/contacts.ts';
import { Select } from '#ui/Field.tsx';
import { PEOPLE_ROUTE } from './contacts.queries.ts';

const LABELS: Record<LeadStatus, string> = { new: 'New', contacted: 'Contacted', won: 'Won', lost: 'Lost' };

/** Of a lead, and of a contact that was one: how far it has come, what was answered and agreed to. */
export function LeadDetails({ person, className = '' }: { person: Person; className?: string }) {
  const { fullName, leadStatus, customFields, consents } = person;
  const change = useChangeStatus(person.id);
  const isReadOnly = useIsReadOnly(person);
  return (
    <div className={`col-span-2 col-start-2 mt-2 space-y-2 md:col-span-4 ${className}`}>
      {leadStatus && (
        <div className="w-40">
          <Select
            label={`Status of ${fullName}`}
            isLabelHidden
            value={leadStatus}
            disabled={isReadOnly}
            onChange={({ target }) => change.mutate(target.value as LeadStatus)}
          >
            {LEAD_STATUSES.map((status) => (
              <option key={status} value={status}>
                {LABELS[status]}
              </option>
            ))}
          </Select>
        </div>
      )}
      <dl className="max-w-[68ch] space-y-1 text-ink-2">
        {customFields.map(({ id, label, answer }) => (
          // Merged leads have each answered the question.
          <div key={`${id} ${label} ${answer}`} className="wrap-anywhere">
            <dt className="inline">{label} </dt>
            <dd className="inline whitespace-pre-line text-ink">{answer}</dd>
          </div>
        ))}
        {consents.map(({ purpose, text, at, withdrawnAt }) => (
          <div key={`${purpose} ${at}`} className="text-sm wrap-anywhere">
            <dt className="inline">Checked on {formatDay(at)}: </dt>
            <dd className="inline">
              “{text}”
              {withdrawnAt && <strong className="text-ink"> Withdrawn on {formatDay(withdrawnAt)}</strong>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Shown at once in its row, and read again if the server refuses. */
function useChangeStatus(id: string) {
  const client = useQueryClient();
  const queryKey = [urlOf('GET /api/contacts/{id}', { params: { id } })];
  const show = (leadStatus: LeadStatus) => {
    client.setQueryData<Person>(queryKey, (known) => known && { ...known, leadStatus });
    patchPages(client, PEOPLE_ROUTE, (people) =>
      people.map((one) => (one.id === id ? { ...one, leadStatus } : one)),
    );
  };
  return useMutation({
    mutationFn: (status: LeadStatus) =>
      call('PATCH /api/contacts/leads/{id}', { params: { id }, body: { status } }),
    meta: { failure: { fallback: 'Failed to change the status. Please try again.' } },
    onMutate: show,
    onError() {
      for (const key of [pagesKey(PEOPLE_ROUTE), queryKey]) void client.invalidateQueries({ queryKey: key });
    },
  });
}
