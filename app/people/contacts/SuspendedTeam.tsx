/** Above people of a team that is suspended. */
export const SuspendedTeam = ({ className }: { className: string }) => (
  <p className={`${className} text-sm`}>This team is suspended. No one can change anything in it.</p>
);
