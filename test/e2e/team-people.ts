import type { Journey } from '#test/e2e/journey.ts';

/** Two people of a team, of whom one holds the card through which somebody was met. */
export async function makeTeam(journey: Journey, id: string) {
  const [owner, holder] = [await journey.register('Olive Owner'), await journey.register('Mary Member')];
  const { change } = journey;
  await change("insert into users (id, kind, username, full_name) values ($1, 'team', $1, 'Acme Ltd')", [id]);
  const idOf = '(select id from users where username = $2)';
  await change(`insert into teams (id, name, owner_id) values ($1, 'Acme Ltd', ${idOf})`, [
    id,
    owner.username,
  ]);
  const join = (username: string, role: string) =>
    change(`insert into team_members (id, team_id, user_id, role) values ($2 || $1, $1, ${idOf}, $3)`, [
      id,
      username,
      role,
    ]);
  await join(owner.username, 'owner');
  await join(holder.username, 'member');
  await change(
    `insert into contacts (id, user_id, holder_id, full_name, email, source)
     values ($1 || 'c', $1, ${idOf}, 'Grace Hopper', 'grace@navy.example', 'exchange')`,
    [id, holder.username],
  );
  await change(
    `insert into business_cards (id, user_id, holder_id, name, full_name)
     values ($1 || 'b', $1, ${idOf}, 'Team card', 'Mary Member')`,
    [id, holder.username],
  );
  return { owner, holder, id, cardId: `${id}b`, contactId: `${id}c` };
}
