/** How each template sets a name in pictures. */
export const NAME_STYLE = {
  modern: { family: 'sans', weight: 700 },
  classic: { family: 'serif', weight: 400 },
  minimal: { family: 'sans', weight: 300 },
} as const;
