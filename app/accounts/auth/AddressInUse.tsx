import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { useMailAbility, useProveAddress } from './address.queries.ts';

/**
 * The ways on for someone who registers with an address that has an account: theirs, or somebody else's. `signIn`: the path to sign
 * in, which leads back to an invite.
 */
export function AddressInUse({ email, signIn }: { email: string; signIn: string }) {
  const ability = useMailAbility();
  const link = `${paths.forgotPassword}?for=${encodeURIComponent(email)}`;
  return (
    <section
      role="alert"
      aria-label="There’s already an account with this email"
      className="rounded-surface border border-line bg-surface p-4"
    >
      <h2 className="font-medium">There’s already an account with this email</h2>
      <div className="mt-3 flex flex-wrap gap-2">
        <Link to={signIn} className={buttonClass('secondary', 'small')}>
          Sign in
        </Link>
        <a href={link} className={buttonClass('secondary', 'small')}>
          Reset your password
        </a>
      </div>
      {ability.data?.sendsMail && <ProveAddress email={email} />}
      {ability.data?.sendsMail === false && (
        <p className="mt-3 text-sm text-ink-2">Not yours? Ask {ability.data.contact}.</p>
      )}
    </section>
  );
}

function ProveAddress({ email }: { email: string }) {
  const prove = useProveAddress();
  if (prove.isSuccess) {
    return (
      <p role="status" className="mt-3 text-sm text-ink-2">
        We’ve sent a link to {email}. Use it to set a new password, or to release your email from an account
        that isn’t yours.
      </p>
    );
  }
  return (
    <>
      <p className="mt-4 text-sm text-ink-2">
        Not yours? Verify you own this email to reset the password or release it.
      </p>
      <Button
        variant="secondary"
        size="small"
        className="mt-2"
        isPending={prove.isPending}
        pendingLabel="Sending..."
        onClick={() => prove.mutate(email)}
      >
        Email me a link
      </Button>
    </>
  );
}
