/** Random tests take the same turns each time, so that a red run can be looked into; FC_SEED tries others. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['FC_SEED'] ?? 20_261_118) });
