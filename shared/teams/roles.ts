/** The parts that people have in a team. Exactly one is its owner. */
export const TEAM_ROLES = ['owner', 'admin', 'member'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** As screens name them: "Admin" alone is the platform's. */
export const TEAM_ROLE_NAMES: Record<TeamRole, string> = {
  owner: 'Owner',
  admin: 'Team admin',
  member: 'Member',
};
