import { urlOf } from '#app/frame/api/call.ts';
import { formatMoment } from '#app/frame/dates.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import type { SeenCard } from '#shared/cards/cards.ts';
import type { ApplePassReply } from '#shared/sharing/wallet.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useApplePass } from './wallet.queries.ts';

type Field = ApplePassReply['pass']['generic']['primaryFields'][number];

interface AppleWalletPassProps {
  card: Pick<SeenCard, 'id' | 'profileImage' | 'companyLogo'>;
}

/** The Apple Wallet pass as an iPhone shows it, and what is known of the phones that have it. */
export function AppleWalletPass({ card }: AppleWalletPassProps) {
  const { data, error, refetch } = useApplePass(card.id);
  if (!data && error) return <LoadFailed error={error} retry={refetch} />;
  if (!data) return <Skeleton className="mt-6 h-96" />;
  return (
    <section
      aria-label="Apple Wallet pass"
      className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-6"
    >
      <Drawing card={card} pass={data.pass} />
      <Phones {...data} />
    </section>
  );
}

/** Where the pass is, once it is somewhere, and what keeps those phones from following the card. */
function Phones({ updates }: ApplePassReply) {
  const { isNamed, isPushed, ownDevices, visitorDevices, fetchedAt } = updates;
  const facts = [
    ['On your devices', ownDevices ? String(ownDevices) : ''],
    ['On visitors’ devices', visitorDevices ? String(visitorDevices) : ''],
    ['Last updated', fetchedAt && formatMoment(fetchedAt)],
    [
      'Updates',
      isPushed ? 'Within a minute' : isNamed ? 'When a phone checks' : 'Off: they need an https address',
    ],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt className="text-ink-2">{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Apple's layout of a generic pass: logo and its text, name beside the photo, two rows of fields, the code below. */
function Drawing({ card, pass }: AppleWalletPassProps & Pick<ApplePassReply, 'pass'>) {
  const { primaryFields, secondaryFields, auxiliaryFields } = pass.generic;
  const [code] = pass.barcodes;
  return (
    <figure
      className="mx-auto w-full max-w-80 animate-appear rounded-card p-4 shadow-float forced-color-adjust-none"
      style={{ background: pass.backgroundColor, color: pass.foregroundColor }}
    >
      <figcaption className="sr-only">How the pass looks in Apple Wallet</figcaption>
      <div className="flex min-h-8 items-center gap-2.5">
        {card.companyLogo && (
          <img src={card.companyLogo} alt="" className="max-h-8 max-w-24 shrink-0 object-contain" />
        )}
        <p className="min-w-0 truncate text-sm font-medium">{pass.logoText}</p>
      </div>
      <div className="mt-4 flex items-start gap-3">
        <p className="min-w-0 flex-1 text-xl leading-snug wrap-anywhere line-clamp-2">
          {primaryFields[0]?.value}
        </p>
        {card.profileImage && (
          <img src={card.profileImage} alt="" className="size-18 shrink-0 rounded-sm object-cover" />
        )}
      </div>
      <Row fields={secondaryFields} color={pass.labelColor} />
      <Row fields={auxiliaryFields} color={pass.labelColor} />
      <div className="mx-auto mt-6 w-36 rounded-lg bg-white p-2 text-center">
        <img
          src={urlOf('GET /api/cards/{id}/qr.svg', { params: { id: card.id } })}
          alt=""
          className="aspect-square w-full"
        />
        <p className="mt-1 text-[0.6875rem] leading-tight text-black">{code?.altText}</p>
      </div>
    </figure>
  );
}

function Row({ fields, color }: { fields: Field[]; color: string }) {
  if (fields.length === 0) return null;
  return (
    <dl className="mt-3 flex justify-between gap-4">
      {fields.map(({ key, label, value }) => (
        <div key={key} className="min-w-0">
          <dt className="truncate text-[0.6875rem] font-medium uppercase" style={{ color }}>
            {label}
          </dt>
          <dd className="truncate text-sm">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
