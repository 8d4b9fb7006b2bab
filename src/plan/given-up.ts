/** Why an action ended that the model did not end itself: what stands in the state and is told to the model, by its reason. */
export const GIVEN_UP = {
  idle: 'The model stopped without finishing this action.',
  misfits: 'The model kept using tools in ways that could not be understood.',
  fruitless: 'None of the tools that the model used worked.',
} as const;

export type GivenUp = keyof typeof GIVEN_UP;

/** Null for words of the model itself. */
export function givenUpBecause(evaluation: string): GivenUp | null {
  return (['idle', 'misfits', 'fruitless'] as const).find((why) => evaluation === GIVEN_UP[why]) ?? null;
}
