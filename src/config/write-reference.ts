/** Run from the project's folder after a build: node dist/src/config/write-reference.js */
import { writeFileSync } from 'node:fs';
import { configurationReference, environmentExample } from './reference.ts';

writeFileSync('docs/configuration.md', configurationReference());
writeFileSync('.env.example', environmentExample());
