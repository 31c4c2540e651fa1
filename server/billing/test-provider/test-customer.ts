/** Customers of the test provider are told from Stripe's by their ids, so that one database may meet both. */
export const TEST_CUSTOMER_PREFIX = 'cus_test_';
export const isTestCustomer = (id: string): boolean => id.startsWith(TEST_CUSTOMER_PREFIX);
