/** May this person do that here (GH-2, GH-3)? The permission is what GitHub answered, never what an event claims. */
import type { Permission } from '../ports/github.ts';
import type { Intent } from '../people/intent.ts';
import type { Refusal } from './refusal-words.ts';

export interface AdmissionFacts {
  readonly intentKind: Intent['kind'];
  readonly permission: Permission;
  readonly repositoryIsPrivate: boolean;
  /** False when the repository's configuration switches Planwright off. */
  readonly appEnabled: boolean;
}

export type Admission =
  | { readonly kind: 'admit' }
  /** `explain` is said once, in a reply to the trigger; null means silence. */
  | { readonly kind: 'refuse'; readonly explain: Refusal | null };

export function admit(facts: AdmissionFacts): Admission {
  // The label is gone or the issue closed, whoever did it: GitHub has already decided that they may.
  if (facts.intentKind === 'withdraw') return { kind: 'admit' };
  if (!mayWrite(facts.permission)) {
    return { kind: 'refuse', explain: isStranger(facts) ? null : 'no_write_access' };
  }
  // A running task can be stopped even where new ones are not wanted.
  if (!facts.appEnabled && facts.intentKind === 'start') return { kind: 'refuse', explain: 'disabled' };
  return { kind: 'admit' };
}

function mayWrite(permission: Permission): boolean {
  return permission === 'admin' || permission === 'maintain' || permission === 'write';
}

/** Everybody can read a public repository; triage was given to somebody. */
function isStranger(facts: AdmissionFacts): boolean {
  if (facts.permission === 'none') return true;
  return facts.permission === 'read' && !facts.repositoryIsPrivate;
}
