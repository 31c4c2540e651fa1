/** Figures may cover these, in days (UTC) that end today, or all time. */
export const RANGES = ['7', '30', '90', '365', 'all'] as const;
export type RangeName = (typeof RANGES)[number];

/** For how long views are kept, like "12 months". */
export const sayMonths = (months: number): string => (months === 1 ? '1 month' : `${months} months`);
