import { describe, expect, it } from '@jest/globals';
import { type AdmissionFacts, admit } from '../../src/requests/admission.ts';

const facts: AdmissionFacts = {
  intentKind: 'start',
  permission: 'write',
  repositoryIsPrivate: false,
  appEnabled: true,
};

describe('who may steer (GH-2, GH-3)', () => {
  it.each(['admin', 'maintain', 'write'] as const)('admits %s', (permission) => {
    expect(admit({ ...facts, permission })).toEqual({ kind: 'admit' });
    expect(admit({ ...facts, permission, intentKind: 'stop' })).toEqual({ kind: 'admit' });
  });

  it('says nothing to strangers in public repositories (P1, P16)', () => {
    for (const permission of ['read', 'none'] as const) {
      for (const intentKind of ['start', 'stop'] as const) {
        expect(admit({ ...facts, intentKind, permission })).toEqual({ kind: 'refuse', explain: null });
      }
    }
  });

  it('explains to people who were let in that they need write access (P2)', () => {
    const refusal = { kind: 'refuse', explain: 'no_write_access' };
    expect(admit({ ...facts, permission: 'triage' })).toEqual(refusal);
    expect(admit({ ...facts, permission: 'read', repositoryIsPrivate: true })).toEqual(refusal);
    expect(admit({ ...facts, permission: 'triage', repositoryIsPrivate: true })).toEqual(refusal);
  });

  it('starts nothing where it is switched off, but still stops', () => {
    expect(admit({ ...facts, appEnabled: false })).toEqual({ kind: 'refuse', explain: 'disabled' });
    expect(admit({ ...facts, appEnabled: false, permission: 'read' })).toEqual({ kind: 'refuse', explain: null });
    expect(admit({ ...facts, appEnabled: false, intentKind: 'stop' })).toEqual({ kind: 'admit' });
  });
});
