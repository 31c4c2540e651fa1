/** Figures may cover these, in days (UTC) that end today, or all time. */
export const RANGES = ['7', '30', '90', '365', 'all'] as const;
export type RangeName = (typeof RANGES)[number];
