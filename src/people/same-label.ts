/** When two labels are the same on GitHub, and the meaning of ours. */
import { mayNameProfile } from '../ports/model-provider.ts';

/** Lower case for A–Z only: Unicode folding would let look-alikes such as the Kelvin sign pass for a letter. */
export function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Most labels; normalizing each of them is a noticeable part of reading a webhook. */
const COMPARABLE = /^[ -@[-~]*$/;

/** GitHub compares labels without regard to ASCII case; a name that merely looks alike is another label. */
export function isSameLabel(one: string, other: string): boolean {
  return comparable(one) === comparable(other);
}

const PLAN_SUFFIX = ':plan';

/** The label that asks for a plan to be approved first (GH-2). */
export function planLabelOf(triggerLabel: string): string {
  return `${triggerLabel}${PLAN_SUFFIX}`;
}

/** The model profile that a label asks for (MODEL-5), as written there, or null. */
export function profileIn(label: string, triggerLabel: string): string | null {
  const [written, start] = [comparable(label), comparable(`${triggerLabel}:`)];
  const name = label.normalize('NFC').slice(start.length);
  return written.startsWith(start) && mayNameProfile(name) ? name : null;
}

/** The labels of an issue that may say how to work on it; whether they do depends on the repository. */
export function sayingHow(labels: readonly string[]): string[] {
  return labels.filter((label) => /:[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(label));
}

/** Whether a label asks for work if `triggerLabel` starts tasks: with a plan, with a model profile, or at once. */
export function isTrigger(label: string, triggerLabel: string): boolean {
  return (
    isSameLabel(label, triggerLabel) ||
    isSameLabel(label, planLabelOf(triggerLabel)) ||
    profileIn(label, triggerLabel) !== null
  );
}

/** `priority: high` and `priority: low` (OPS-5); both or neither means normal. */
export function priorityOf(labels: readonly string[]): 'high' | 'low' | null {
  const [high, low] = ['priority: high', 'priority: low'].map((one) => labels.some((label) => isSameLabel(label, one)));
  if (high === low) return null;
  return high === true ? 'high' : 'low';
}

function comparable(label: string): string {
  return COMPARABLE.test(label) ? label : asciiLowerCase(label.normalize('NFC'));
}
