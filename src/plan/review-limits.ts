/** How often a review that fails is answered by a revision (EXEC-7): still FAIL after these, and the phase has failed. */
export const MAX_REVISES = 3;
