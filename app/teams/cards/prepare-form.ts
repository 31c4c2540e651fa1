import type { Invite } from '#shared/teams/claims.ts';

export interface PrepareFormProps {
  teamId: string;
  onPrepared: (prepared: readonly Invite[]) => void;
  onCancel: () => void;
}
