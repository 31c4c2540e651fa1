import { Ellipsis } from 'lucide-react';
import { useMyTeams } from '#app/accounts/auth/auth.queries.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { useSaveContacts } from '#app/people/contacts/contacts.queries.ts';
import type { maySelectIn } from '#app/people/contacts/use-selection.ts';
import { Button } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';

/** With the contacts of all accounts in sight: in which list to do what is done to one list at a time. */

/** One's own list, and that of each team. */
function useLists() {
  const teams = useMyTeams();
  return [
    { team: undefined, label: 'Your contacts', to: paths.contacts },
    ...teams.map((team) => ({ team, label: team.name, to: paths.contactsOf(team.id) })),
  ];
}

export function ListMenu({ mayIn }: { mayIn: typeof maySelectIn }) {
  const items = useLists()
    .filter(({ team }) => !team || mayIn(team))
    .map(({ label, to }) => ({ label, link: <Link to={to} /> }));
  const trigger = (
    <Button variant="quiet" className="px-3!" aria-label="More">
      <Ellipsis size={18} />
    </Button>
  );
  return (
    <Menu
      trigger={trigger}
      items={[
        { label: 'Import from a file', link: <Link to={paths.importContacts} /> },
        { heading: 'Select, tag, or merge in' },
        ...items,
      ]}
    />
  );
}

export function ExportMenu() {
  const save = useSaveContacts();
  const items = useLists().map(({ team, label }) => ({ label, onSelect: () => save.mutate(team?.id) }));
  const trigger = (
    <Button variant="quiet" isPending={save.isPending} pendingLabel="Exporting...">
      Export Contacts
    </Button>
  );
  return <Menu trigger={trigger} items={[{ heading: 'Export from' }, ...items]} />;
}
