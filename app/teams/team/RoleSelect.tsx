import type { ComponentProps } from 'react';
import { TEAM_ROLE_NAMES } from '#shared/teams/roles.ts';
import { Select } from '#ui/Field.tsx';

/** As which part somebody joins when they claim their card. */
export const RoleSelect = (rest: Omit<ComponentProps<typeof Select>, 'label'>) => (
  <Select label="Joins as" {...rest}>
    <option value="member">{TEAM_ROLE_NAMES.member}</option>
    <option value="admin">{TEAM_ROLE_NAMES.admin}</option>
  </Select>
);
