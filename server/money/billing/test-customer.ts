/** The ids of test customers differ from Stripe's, so that one database may contain both. */
export const TEST_CUSTOMER_PREFIX = 'cus_test_';
export const isTestCustomer = (id: string): boolean => id.startsWith(TEST_CUSTOMER_PREFIX);
