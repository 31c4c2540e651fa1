import { expect, it } from 'vitest';
import { addressParts } from './address-parts.ts';

it.each([
  ['Sendlinger Str. 12, 80331 München', ['Sendlinger Str. 12', '80331', 'München', '', '']],
  ['Neuer Wall 50, D-20354 Hamburg', ['Neuer Wall 50', '20354', 'Hamburg', '', '']],
  ['12, rue des Martyrs, 75009 PARIS, France', ['12, rue des Martyrs', '75009', 'PARIS', '', 'France']],
  [
    '1200 Harbor Blvd, Suite 400, San Francisco, CA 94105-1234',
    ['1200 Harbor Blvd, Suite 400', '94105-1234', 'San Francisco', 'CA', ''],
  ],
  ['100 Congress Ave, Austin TX 78701, USA', ['100 Congress Ave', '78701', 'Austin', 'TX', 'USA']],
  ['14 Clerkenwell Green, London EC1R 0DP', ['14 Clerkenwell Green', 'EC1R 0DP', 'London', '', '']],
  ['Via Garibaldi 27, 20121 Milano (MI)', ['Via Garibaldi 27', '20121', 'Milano', 'MI', '']],
  ['Rua Augusta, 100 2.º, 1100-053 Lisboa', ['Rua Augusta, 100 2.º', '1100-053', 'Lisboa', '', '']],
  [
    'Av. Paulista, 1000, 01310-100 São Paulo - SP',
    ['Av. Paulista, 1000', '01310-100', 'São Paulo', 'SP', ''],
  ],
  ['C/ Alcalá, 145, 3º B, 28009 Madrid, España', ['C/ Alcalá, 145, 3º B', '28009', 'Madrid', '', 'España']],
  ['Somewhere behind the mill', ['Somewhere behind the mill', '', '', '', '']],
  ['', ['', '', '', '', '']],
])('takes %j apart', (address, wanted) => {
  const { street, postalCode, city, region, country } = addressParts(address);
  expect([street, postalCode, city, region, country]).toEqual(wanted);
});
