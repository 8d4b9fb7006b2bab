/** When two labels are the same one on GitHub, and what ours say. */
import { mayNameProfile } from '../ports/model-provider.ts';

/** Lower case for A–Z alone: Unicode folding would let look-alikes such as the Kelvin sign pass for a letter. */
export function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Labels are unique without regard to ASCII case on GitHub; anything that merely looks alike is another label. */
export function isSameLabel(one: string, other: string): boolean {
  return comparable(one) === comparable(other);
}

const PLAN_SUFFIX = ':plan';

/** The label by which a plan is asked for and waits to be approved (GH-2). */
export function planLabelOf(triggerLabel: string): string {
  return `${triggerLabel}${PLAN_SUFFIX}`;
}

/** The profile of models that a label asks for (MODEL-5), as it is written there, or null. */
export function profileIn(label: string, triggerLabel: string): string | null {
  const [written, start] = [comparable(label), comparable(`${triggerLabel}:`)];
  const name = label.normalize('NFC').slice(start.length);
  return written.startsWith(start) && mayNameProfile(name) ? name : null;
}

/** Of the labels of an issue, those that may say how it is to be worked on; in which repository is asked later. */
export function sayingHow(labels: readonly string[]): string[] {
  return labels.filter((label) => /:[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(label));
}

/** Whether a label asks for work where this one starts tasks: with a plan, by a profile of models, or at once. */
export function isTrigger(label: string, triggerLabel: string): boolean {
  return (
    isSameLabel(label, triggerLabel) ||
    isSameLabel(label, planLabelOf(triggerLabel)) ||
    profileIn(label, triggerLabel) !== null
  );
}

/** `priority: high` and `priority: low` (OPS-5); with both, or neither, it is as any other. */
export function priorityOf(labels: readonly string[]): 'high' | 'low' | null {
  const [high, low] = ['priority: high', 'priority: low'].map((one) => labels.some((label) => isSameLabel(label, one)));
  if (high === low) return null;
  return high === true ? 'high' : 'low';
}

function comparable(label: string): string {
  return asciiLowerCase(label.normalize('NFC'));
}
