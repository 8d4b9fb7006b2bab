/** What the model is told: earlier tasks, the depth of a reflection. [ID, what stands there exactly once, what takes its place] */
const EARLIER = [
  ['PLAN-2', '90 * 24', '91 * 24'],
  ['PLAN-2', '90 * 24', '89 * 24'],
  ['PLAN-2', 'MAX_TASKS = 3', 'MAX_TASKS = 4'],
  ['PLAN-2', 'MAX_TASKS = 3', 'MAX_TASKS = 2'],
  ['PLAN-2', 'MAX_WEIGHT = 8_000 *', 'MAX_WEIGHT = 8_200 *'],
  ['PLAN-2', 'MAX_WEIGHT = 8_000 *', 'MAX_WEIGHT = 7_800 *'],
  ['PLAN-2', 'right.startedAt - left.startedAt', 'left.startedAt - right.startedAt'],
  ['PLAN-2', '.filter((story) => story.endedAt >= now - MAX_AGE_MS)', ''],
];

const WEIGHT = [
  ['PLAN-2', '? 1 : WEIGHT_OF_TOKEN', '? 1 : 1'],
  ['PLAN-2', 'if (weight > maxWeight)', 'if (false)'],
];

const STORY = [
  ['PLAN-1', 'results.length > 0 ? ', 'true ? '],
  ['PLAN-1', "if (results.includes('failure')) return 'failed';", ''],
  ['REPLAN-7', 'reading.results = new Map();', ''],
  ['REPLAN-7', '[...reading.results].filter(([id]) => done.has(id))', '[]'],
  ['REPLAN-7', 'revisions: story.revisions + 1', 'revisions: story.revisions'],
];

const REFLECTION = [
  ['PLAN-3', "case 'deep':\n      return finished.length;", "case 'deep':\n      return Math.min(finished.length, 1);"],
  ['PLAN-3', 'Math.min(finished.length, Math.max(1, sinceReflection))', 'finished.length'],
  ['PLAN-3', 'Math.min(finished.length, Math.max(1, sinceReflection))', '1'],
  ['PLAN-3', 'Math.min(finished.length, 1)', 'finished.length'],
  ['PLAN-1', 'view.mayRevise ? MAY_REVISE : DECIDED_AFTERWARDS', 'MAY_REVISE'],
  ['PLAN-1', 'view.mayRevise ? MAY_REVISE : DECIDED_AFTERWARDS', 'DECIDED_AFTERWARDS'],
];

const PLANNING = [
  ['PLAN-3', 'strategyText(strategy)', "strategyText('simple')"],
  ['PLAN-3', 'levelText(level, settings.maxSubtasks)', "levelText('detailed', settings.maxSubtasks)"],
  ['PLAN-3', 'levelText(level, settings.maxSubtasks)', 'levelText(level, 100)'],
];

export const CONTEXT = [
  { file: 'src/model-calls/earlier-tasks.ts', tests: ['test/context/earlier-tasks'], mutants: EARLIER },
  { file: 'src/model-calls/bounded.ts', tests: ['test/context/earlier-tasks'], mutants: WEIGHT },
  { file: 'src/model-calls/task-story.ts', tests: ['test/context/earlier-tasks'], mutants: STORY },
  { file: 'src/model-calls/reflection-messages.ts', tests: ['test/task/reflecting'], mutants: REFLECTION },
  { file: 'src/model-calls/planning-messages.ts', tests: ['test/context/strategy'], mutants: PLANNING },
];
