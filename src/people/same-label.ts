/** When two labels are the same one on GitHub. */

/** Lower case for A–Z alone: Unicode folding would let look-alikes such as the Kelvin sign pass for a letter. */
export function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

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
