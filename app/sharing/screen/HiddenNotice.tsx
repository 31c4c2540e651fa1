import { EyeOff } from 'lucide-react';
import { HIDDEN, useHidden } from '#app/cards/cards/use-hidden.ts';
import { useMayPause } from '#app/cards/cards/use-may-pause.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { SeenCard } from '#shared/cards/cards.ts';
import { buttonClass } from '#ui/Button.tsx';

/** Says that nobody else can open the card now, why, and where to change that; nothing while everyone can. */
export function HiddenNotice({ card }: { card: SeenCard }) {
  const hidden = useHidden(card);
  const mayPause = useMayPause();
  if (hidden === 'paused')
    return (
      <Notice
        title={HIDDEN.paused}
        text={`Anyone who opens it sees “Card Not Found.” Links and prints work again when ${mayPause ? 'you turn' : 'a team admin turns'} it back on.`}
        action={mayPause && { to: paths.editCard(card.id, 'media'), label: 'Turn it back on' }}
      />
    );
  if (hidden === 'profile')
    return (
      <Notice
        title={HIDDEN.profile}
        text="Anyone who opens this card sees “Card Not Found.” Links and prints work again when your profile is visible."
        action={{ to: paths.dashboardTab('settings'), label: 'Open settings' }}
      />
    );
  if (hidden === 'team')
    return (
      <Notice
        title={HIDDEN.team}
        text="Anyone who opens this card sees “Card Not Found.” Links and prints work again when the team is back."
        action={{ to: paths.team(card.userId ?? ''), label: 'Open your team' }}
      />
    );
  return null;
}

interface NoticeProps {
  title: string;
  text: string;
  action: { to: string; label: string } | false;
}

function Notice({ title, text, action }: NoticeProps) {
  return (
    <section
      aria-label={title}
      className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-surface border border-gold/60 bg-surface px-5 py-4"
    >
      <EyeOff size={20} className="shrink-0 text-gold-ink" />
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-medium">{title}</h2>
        <p className="text-sm text-ink-2">{text}</p>
      </div>
      {action && (
        <Link to={action.to} className={buttonClass('secondary', 'small')}>
          {action.label}
        </Link>
      )}
    </section>
  );
}
