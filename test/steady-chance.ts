/** Random tests use fixed seeds, so that a failure can be reproduced; FC_SEED tries others. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['FC_SEED'] ?? 20_261_118) });
