import { ownMediaName } from '#shared/contract/media-urls.ts';
import type { Team } from '#shared/teams/teams.ts';
import { asFill } from '#site/card/colors.ts';
import { pickInitials } from '#ui/initials.ts';

/** The team's logo, or the initials of its name on its color; decorative, so the name must be next to it. */
export function TeamMark({
  team: { name, logo, primaryColor },
  size = 44,
}: {
  team: Pick<Team, 'name' | 'logo' | 'primaryColor'>;
  size?: number;
}) {
  const box = { width: size, height: size };
  if (logo !== null && ownMediaName(logo)) {
    return (
      <img
        src={logo}
        alt=""
        style={box}
        className="shrink-0 rounded-control border border-line bg-white object-contain"
      />
    );
  }
  const { fill, on } = asFill(primaryColor);
  return (
    <span
      aria-hidden="true"
      style={{ ...box, fontSize: size * 0.36, background: fill, color: on }}
      className="grid shrink-0 place-items-center rounded-control font-medium"
    >
      {pickInitials(name)}
    </span>
  );
}
