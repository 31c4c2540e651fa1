import './check-host.mjs';
import { prepareProduct } from './setup.mjs';

await prepareProduct();
