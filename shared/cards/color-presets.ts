/** The pairs of colors that the editor offers. Not in `constants.ts`, which every screen loads. */

/** The six of the specification. */
export const COLOR_PRESETS = [
  { name: 'Professional Blue', primary: '#6366F1', secondary: '#8B5CF6' },
  { name: 'Ocean Green', primary: '#059669', secondary: '#0D9488' },
  { name: 'Sunset Orange', primary: '#EA580C', secondary: '#DC2626' },
  { name: 'Royal Purple', primary: '#7C3AED', secondary: '#C026D3' },
  { name: 'Forest Green', primary: '#16A34A', secondary: '#15803D' },
  { name: 'Tech Black', primary: '#374151', secondary: '#4B5563' },
] as const;
/** Four calm pairs beside them. */
export const QUIET_PALETTES = [
  { name: 'Deep Pine', primary: '#1F3B33', secondary: '#8A6D1F' },
  { name: 'Midnight Navy', primary: '#1F2A44', secondary: '#5B6B8C' },
  { name: 'Oxblood Red', primary: '#6B2737', secondary: '#8F5A3C' },
  { name: 'Warm Stone', primary: '#57534E', secondary: '#7A6A4F' },
] as const;
