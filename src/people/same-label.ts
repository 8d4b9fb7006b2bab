import { asciiLowerCase } from './plain-text.ts';

/** Labels are unique without regard to ASCII case on GitHub; anything that merely looks alike is another label. */
export function isSameLabel(one: string, other: string): boolean {
  return comparable(one) === comparable(other);
}

/** The label by which a plan is asked for and waits to be approved (GH-2). */
export function planLabelOf(triggerLabel: string): string {
  return `${triggerLabel}:plan`;
}

function comparable(label: string): string {
  return asciiLowerCase(label.normalize('NFC'));
}
