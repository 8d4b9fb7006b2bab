/** Why an action ended that the model did not end itself: what stands in the state and is told to the model, by its reason. */
export const GIVEN_UP = {
  idle: 'The model stopped without finishing this action.',
  misfits: 'The model kept using tools in ways that could not be understood.',
} as const;

export type GivenUp = keyof typeof GIVEN_UP;

/** Null for words of the model itself. */
export function givenUpBecause(evaluation: string): GivenUp | null {
  if (evaluation === GIVEN_UP.idle) return 'idle';
  return evaluation === GIVEN_UP.misfits ? 'misfits' : null;
}
