/** What is wrong with a plan, in whole sentences that say what to do about it: the model reads English, people their language. */
export interface FaultWords {
  /** Of more faults than are told. */
  readonly more: (count: number) => string;
  /** In the middle of a cycle that is shown in short. */
  readonly hidden: (count: number) => string;

  readonly tooManySubtasks: (count: number, most: number) => string;
  readonly repeatedId: (id: string) => string;
  readonly unknownDependency: (subtasks: readonly string[], id: string) => string;
  readonly cycle: (path: string) => string;
  readonly unknownParent: (subtasks: readonly string[], id: string) => string;
  readonly parentCycle: (path: string) => string;

  readonly unreadableId: (id: string) => string;
  readonly alikeIds: (ids: readonly string[]) => string;
  readonly longSubtask: (id: string, length: number, most: number) => string;
  readonly longCriterion: (id: string, length: number, most: number) => string;

  /** `places`: keys of the answer, such as `execution_order`. */
  readonly unknownSubtask: (id: string, places: readonly string[], known: readonly string[]) => string;
  readonly orderedTwice: (id: string) => string;
  readonly outOfOrder: (id: string, before: readonly string[]) => string;
  readonly unavailableType: (type: string, subtasks: readonly string[]) => string;
  readonly unknownTool: (tool: string, subtasks: readonly string[], tools: readonly string[]) => string;
  readonly unknownEnvironment: (name: string, environments: readonly string[]) => string;

  readonly tooManyEntries: (list: LimitedList, count: number, most: number) => string;
  /** `place`: as in the answer, such as `setup_commands[3]`. */
  readonly longCommand: (place: string, length: number, most: number) => string;
  readonly longAction: (id: string, length: number, most: number) => string;
}

export type LimitedList = 'acceptance_criteria' | 'setup_commands' | 'verification' | 'actions';
