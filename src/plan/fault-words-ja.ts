import { listedInJapanese as listed, quoted } from './shown-names.ts';
import type { FaultWords, LimitedList } from './fault-words.ts';

const FEWER: { readonly [List in LimitedList]: string } = {
  acceptance_criteria: '重要なものだけを残す必要があります。',
  setup_commands: '関連する手順を 1 つのコマンドにまとめるか、不要なものを省く必要があります。',
  verification: '重要な確認だけを残す必要があります。',
  actions: '1 つのアクションで複数の手順を行えるため、同じサブタスクのものをまとめる必要があります。',
};

export const FAULTS_JA: FaultWords = {
  more: (count) => `… 同様の問題がほかに ${count} 件あります。`,
  hidden: (count) => `… (ほか ${count} 件) …`,

  tooManySubtasks: (count, most) =>
    `サブタスクが ${count} 個あり、上限の ${most} 個を超えています。関連するものをまとめる必要があります。`,
  repeatedId: (id) => `サブタスクの ID ${quoted(id)} が重複しています。サブタスクごとに別の ID が必要です。`,
  unknownDependency: (subtasks, id) =>
    `サブタスク ${listed(subtasks)} が依存する ${quoted(id)} は、サブタスクの中にありません。依存先を直すか、足りないサブタスクを加えるか、その依存を外す必要があります。`,
  cycle: (path) => `依存関係が循環しています：${path}。最も重要でない依存を外す必要があります。`,
  unknownParent: (subtasks, id) =>
    `サブタスク ${listed(subtasks)} が parent_id に指定した ${quoted(id)} は、サブタスクの中にありません。指定を直すか、外す必要があります。`,
  parentCycle: (path) =>
    `サブタスクの parent_id が循環しています：${path}。サブタスクは自分自身の一部にはなれないため、どれかを外す必要があります。`,

  unreadableId: (id) =>
    `サブタスクの ID ${quoted(id)} は読み取りにくいものです。task_1 のように、目に見える文字だけの短い ID が必要です。`,
  alikeIds: (ids) => `サブタスクの ID ${listed(ids)} は互いに紛らわしいものです。区別しやすい ID が必要です。`,
  longSubtask: (id, length, most) => long(`サブタスク ${quoted(id)}`, length, most),
  longCriterion: (id, length, most) => long(`受け入れ条件 ${quoted(id)}`, length, most),

  unknownSubtask: (id, places, known) =>
    `${places.join(' と ')} にある ${quoted(id)} は、サブタスクの中にありません。サブタスクは ${listed(known)} です。`,
  orderedTwice: (id) =>
    `execution_order に ${quoted(id)} が 2 回以上あります。依存先より後ろに 1 回だけ書く必要があります。`,
  outOfOrder: (id, before) =>
    `execution_order で ${quoted(id)} が、依存先の ${listed(before)} より前にあります。後ろに移す必要があります。`,
  unavailableType: (type, subtasks) =>
    `アクションの種類 ${quoted(type)} (サブタスク ${listed(subtasks)}) は、ここでは使えません。使えるのは tool_call と ask_human です。`,
  unknownTool: (tool, subtasks, tools) =>
    `${quoted(tool)} というツール (サブタスク ${listed(subtasks)}) はありません。使えるのは ${tools.join('、')} です。`,
  unknownEnvironment: (name, environments) =>
    `${quoted(name)} という環境はありません。選べるのは ${environments.join('、')} です。`,

  tooManyEntries: (list, count, most) => `${list} が ${count} 件あり、上限の ${most} 件を超えています。${FEWER[list]}`,
  longCommand: (place, length, most) =>
    `${place} が ${length} 文字あり、上限の ${most} 文字を超えています。長いスクリプトはプロジェクトのファイルに置くか、分ける必要があります。`,
  longAction: (id, length, most) => long(`サブタスク ${quoted(id)} のアクション`, length, most),
};

function long(what: string, length: number, most: number): string {
  return `${what} の説明が ${length} 文字あり、上限の ${most} 文字を超えています。より短く書く必要があります。`;
}
