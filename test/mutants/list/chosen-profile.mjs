/** MODEL-5: which words and labels choose a profile, and what becomes of a choice. [ID, what stands there exactly once, what takes its place] */
const WORDS = [
  ['MODEL-5', 'const SPACE = String.raw`[ \\t\\u3000]{1,4}`', 'const SPACE = String.raw`[ \\t\\u3000]{0,4}`'],
  ['MODEL-5', '(?:(?<colon>[:：])|', '(?:(?<colon>[:：]?)|'],
  ['MODEL-5', '(?=[\\r\\n])|', ''],
  ['MODEL-5', 'for (const form of [said, ...plainForms(said)])', 'for (const form of [said])'],
  ['MODEL-5', '(?![a-z])/i;', '/i;'],
  ['MODEL-5', 'FAMILY.test(name) ||', ''],
  ['MODEL-5', '|| isNearly(name, profiles)', ''],
  ['MODEL-5', 'SHORTEST_SLIP = 4', 'SHORTEST_SLIP = 3'],
  ['MODEL-5', 'left.slice(1) === right.slice(1) ||', ''],
  ['MODEL-5', 'left.slice(1) === right ||', ''],
  ['MODEL-5', ' || left === right.slice(1)', ''],
  ['MODEL-5', ' && left[0] === right[1] && left[1] === right[0]', ''],
  ['MODEL-5', 'return isOneLetter ||', 'return isOneLetter; //'],
  ['MODEL-5', 'profiles.find((one) => one === name) ??', ''],
];

const LABELS = [
  ['MODEL-5', 'written.startsWith(start) && mayNameProfile(name)', 'mayNameProfile(name)'],
  ['MODEL-5', 'profileIn(label, triggerLabel) !== null\n', 'false\n'],
];

const NAMES = [
  ['MODEL-5', ' && !OTHER_LABELS.includes(name.toLowerCase())', ''],
  ['MODEL-5', 'name.toLowerCase()', 'name'],
];

const CHOICE = [
  ['MODEL-5', 'word !== null && isBeginning(word) ?', 'false ?'],
  ['MODEL-5', "if (!words.isKnown) return { is: 'unknown', name: words.name, hasColon: words.hasColon };", ''],
  ['MODEL-5', "if (others.length > 0) return { is: 'unclear'", "if (false) return { is: 'unclear'"],
  ['MODEL-5', "choice.is === 'unknown' && intent.label !== undefined", "choice.is === 'unknown'"],
  ['MODEL-5', "choice.is === 'unknown' && intent.label !== undefined", 'false'],
  ['MODEL-5', 'profile.name === current ||', ''],
  ['MODEL-5', "return instruction === null ? 'keeps its profile' : choice.intent;", 'return choice.intent;'],
  ['MODEL-5', "profile?.by === 'trigger' && isSameLabel", 'isSameLabel'],
];

export const CHOSEN_PROFILE = [
  { file: 'src/people/profile-in-words.ts', tests: ['test/people/profile-in-words'], mutants: WORDS },
  { file: 'src/people/same-label.ts', tests: ['test/people/profile-in-words'], mutants: LABELS },
  { file: 'src/ports/model-provider.ts', tests: ['test/people/profile-in-words'], mutants: NAMES },
  { file: 'src/requests/choose-profile.ts', tests: ['test/queue/choose-profile'], mutants: CHOICE },
  {
    file: 'src/requests/send-to-task.ts',
    tests: ['test/queue/choose-profile'],
    mutants: [['MODEL-5', 'isOfProfile && !isTakenBack', 'isOfProfile && isTakenBack']],
  },
  {
    file: 'src/app/task-settings.ts',
    tests: ['test/queue/choose-profile'],
    mutants: [['MODEL-5', 'profile ?? config.models?.profile', 'config.models?.profile']],
  },
];
