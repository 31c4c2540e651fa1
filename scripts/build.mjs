import { buildIfNeeded, installPackages, requireNode } from './setup.mjs';

requireNode();
installPackages();
buildIfNeeded();
