import { Ellipsis } from 'lucide-react';
import { useMyTeams } from '#app/accounts/auth/auth.queries.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { useSaveContacts } from '#app/people/contacts/contacts.queries.ts';
import { Button } from '#ui/Button.tsx';
import { Menu } from '#ui/Menu.tsx';

/** With the contacts of all accounts in sight: in which list to do what is done to one list at a time. */

/** One's own list, and that of each team. */
function useLists() {
  const teams = useMyTeams();
  return [
    { id: undefined, label: 'Your contacts', to: paths.contacts, mayChange: true },
    ...teams.map(({ id, name, role, isSuspended }) => ({
      ...{ id, label: name, to: paths.contactsOf(id) },
      mayChange: role !== 'member' && !isSuspended,
    })),
  ];
}

/** Members of a team change one contact at a time, and of a suspended one nobody changes any. */
export function ListMenu() {
  const items = useLists()
    .filter(({ mayChange }) => mayChange)
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
  const items = useLists().map(({ id, label }) => ({ label, onSelect: () => save.mutate(id) }));
  const trigger = (
    <Button variant="quiet" isPending={save.isPending} pendingLabel="Exporting...">
      Export Contacts
    </Button>
  );
  return <Menu trigger={trigger} items={[{ heading: 'Export from' }, ...items]} />;
}
