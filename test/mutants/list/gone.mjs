/**
 * What stood among the mutants and has no counterpart in the machine that decides once: [ID, what was changed, why nothing can be
 * changed in its place]. Kept so that nobody looks for it again.
 */
export const GONE = [
  [
    'PLAN-9',
    'operations: description !== node.description → true or false',
    'A subtask that says something else keeps its planned actions like any other, so nothing asks whether it does.',
  ],
  [
    'PLAN-3',
    'ask-reflection: task.replanning.revisions < maxRevisions → <=',
    'The effect made the revision too and had the limit a second time. It is decided once now, in `afterReflection` (flow/actions.ts), where the limit has its mutants.',
  ],
  ['PLAN-3', 'ask-reflection: task.replanning.revisions < maxRevisions → true', 'As above.'],
  [
    'PLAN-9',
    'about-plan: earlierWork: begun → null',
    'The work on a plan has one place in the task (`task.work`): no stage hands it to the next, so none can drop it. That what was weighed stays weighed when the plan is laid out anew is held in state/lay-out.ts.',
  ],
  [
    'GH-6',
    'pause: { ...task, ...commonOf(led), back: led } → without back',
    'There is no copy of the task underneath a pause: an answer changes the one task. That a pause hides no answer is held by `mayContinue` (flow/standing-rules.ts).',
  ],
  [
    'EXEC-5',
    'next: pausesBefore → only while nothing is in flight',
    'An effect in flight could be another than the one named next, and then a pause came first. Now the one in flight is what is next, and what people say takes it back by a fact: `superseded` (flow/standing-rules.ts) has its mutants.',
  ],
];
