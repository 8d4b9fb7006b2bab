import { asciiLowerCase } from './plain-text.ts';

/** Labels are unique without regard to ASCII case on GitHub; anything that merely looks alike is another label. */
export function isSameLabel(one: string, other: string): boolean {
  return comparable(one) === comparable(other);
}

function comparable(label: string): string {
  return asciiLowerCase(label.normalize('NFC'));
}
