/** The figures of a team may cover these, in days (UTC) that end today. */
export const TEAM_RANGES = ['7', '30', '90'] as const;
export type TeamRange = (typeof TEAM_RANGES)[number];
