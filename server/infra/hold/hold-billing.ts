import { type BillingProvider, ProviderAway } from '#server/infra/billing-provider.ts';
import { HELD_REASON, type Hold } from './hold.ts';

/** The calls that change nothing at the payment provider: all others wait for the release, also those that are added later. */
const READS: readonly (string | symbol)[] = [
  'isEventSigned',
  'ownsCustomer',
  'findCustomer',
  'hasBought',
  'listCustomers',
  'readPrice',
  'fetchTruth',
  'previewQuantity',
  'findDue',
  'findCharge',
] satisfies (keyof BillingProvider)[];

/** The provider of a restored copy, which refuses changes with `ProviderAway`; the test provider is in this house. */
export function holdBilling(provider: BillingProvider, hold: Hold): BillingProvider {
  if (!hold.isOn || provider.isTestMode) return provider;
  return new Proxy(provider, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (!hold.isOn || typeof value !== 'function' || READS.includes(name)) return value;
      return () => Promise.reject(new ProviderAway(HELD_REASON, PAUSED));
    },
  });
}

const PAUSED =
  'Payments are paused, because this service was just restored from a backup. Nothing was charged or changed. Please try again later.';
