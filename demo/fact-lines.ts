/** The recorded facts of a task as terminal lines: one per fact that matters to people. */
import { seconds } from './numbers.ts';
import { terminalLine } from '../src/cli/terminal-text.ts';
import { inputOf } from './tool-input-of.ts';
import { titleOf } from '../src/state/subtask-title.ts';
import type { DemoWords, Label } from './words.ts';
import type { Verdict } from '../src/state/decided-facts.ts';
import type { Recorded } from '../src/state/facts.ts';
import type { CommandRecord } from '../src/state/outcome.ts';

export interface Line {
  /** When it was recorded, in milliseconds since 1970. */
  readonly at: number;
  readonly label: string;
  readonly mark: 'good' | 'bad' | 'none';
  readonly text: string;
  /** A few secondary words. */
  readonly note: string;
  readonly details: readonly string[];
}

type Wording = Pick<Line, 'label' | 'text'> & Partial<Line>;
type Of<Type extends Recorded['type']> = Extract<Recorded, { readonly type: Type }>;

/** Lines for `entries[from]` and later ones; the earlier ones are the context. */
export function factLines(entries: readonly Recorded[], from: number, words: DemoWords): readonly Line[] {
  return entries.slice(from).flatMap((fact) => {
    const wording = wordingOf(fact, entries, words);
    if (wording === null) return [];
    const { label, text, mark = 'none', note = '', details = [] } = wording;
    return [
      {
        at: Date.parse(fact.timestamp),
        label: terminalLine(label),
        mark,
        text: terminalLine(text),
        note: terminalLine(note),
        details: details.map(terminalLine),
      },
    ];
  });
}

/** The current activity after the newest fact, in words; empty if there is none. */
export function inHand(entries: readonly Recorded[], words: DemoWords): string {
  const newest = entries.at(-1);
  return newest?.type === 'effect' && newest.name === 'started' ? (words.working[newest.effect] ?? '') : '';
}

function wordingOf(fact: Recorded, entries: readonly Recorded[], words: DemoWords): Wording | null {
  const say = (label: Label, text: string, more: Partial<Line> = {}): Wording => ({
    label: words.labels[label],
    text,
    ...more,
  });
  switch (fact.type) {
    case 'task':
      return say('accepted', words.accepted(fact.request.requester.login, fact.request.trigger));
    case 'phase':
      return phaseWording(fact, say, words);
    case 'plan': {
      const { action_plan: plan, selected_environment: environment } = fact.plan;
      return say('actions', words.planned(plan.actions.length, environment.name, fact.plan.test_command));
    }
    case 'environment':
      return environmentWording(fact, say, words);
    case 'tool':
      return toolWording(fact, entries, words);
    case 'action':
      return fact.name === 'finished' ? finishedWording(fact, entries) : null;
    case 'effect':
      return effectWording(fact, say, words);
    case 'verification':
      if (!('command' in fact)) return null;
      return say('tests', `$ ${fact.command.command}`, commandEnd(fact.command, words));
    case 'completion': {
      if (fact.status === 'requires_human_intervention')
        return say('person', fact.summary.reason, { mark: 'bad', details: fact.summary.recommendations });
      const { tasks_completed: done, tasks_failed: failed } = fact.summary;
      return say('end', `${words.ended[fact.status]} · ${words.subtasksDone(done, done + failed)}`, {
        mark: fact.status === 'succeeded' ? 'good' : 'bad',
      });
    }
    case 'error':
      if (fact.name === 'invalid_answer')
        return say('trouble', words.asksAgain(fact.problems[0] ?? ''), { mark: 'bad' });
      return say('trouble', fact.message, { mark: 'bad', details: fact.name === 'fault' ? [fact.advice] : [] });
    case 'revision':
      return say('plan', fact.reason, {
        details: fact.updated_plan.task_decomposition.subtasks.map((subtask) => `☐ ${subtask.id}  ${titleOf(subtask)}`),
      });
    case 'replan_decision':
      return fact.name === 'decided' ? decidedWording(fact, say) : null;
    case 'reflection':
      return null;
    case 'review':
      return say('review', fact.feedback === '' ? fact.result : `${fact.result} · ${fact.feedback}`, {
        mark: fact.result === 'FAIL' ? 'bad' : 'good',
      });
    case 'question':
      return fact.name === 'posted' ? say('person', fact.texts.join(' '), { mark: 'bad' }) : null;
    case 'answer':
      return say(
        'person',
        fact.name === 'assumed' ? fact.assumptions.join('; ') : `@${fact.by.login}: ${fact.text ?? '–'}`,
      );
    case 'control':
      // The answer itself shows what follows from it.
      if (fact.name === 'comment')
        return fact.answer === undefined ? say('person', `@${fact.by.login}: ${fact.text}`) : null;
      if (fact.name === 'stop') return say('person', `${fact.by === null ? '' : `@${fact.by}: `}${fact.reason}`);
      return fact.name === 'pause' || fact.name === 'resume' ? say('person', `@${fact.by}: ${fact.name}`) : null;
    case 'usage':
      return null;
  }
}

type Say = (label: Label, text: string, more?: Partial<Line>) => Wording;

function phaseWording(fact: Of<'phase'>, say: Say, words: DemoWords): Wording | null {
  switch (fact.name) {
    case 'goal_understanding':
      return say('goal', fact.goal_understanding.main_objective);
    case 'goal_error':
      return say('goal', fact.error.message, {
        mark: 'bad',
        details: [...fact.error.clarification_needed, ...fact.error.evidence],
      });
    case 'task_decomposition':
      return say('plan', words.subtasks(fact.task_decomposition.subtasks.length), {
        details: fact.task_decomposition.subtasks.map((subtask) => `☐ ${subtask.id}  ${titleOf(subtask)}`),
      });
    case 'replan_pending':
      return decidedWording(fact, say);
    default:
      return null;
  }
}

function decidedWording({ llm_decision: decision, kind }: Verdict, say: Say): Wording | null {
  return decision?.replan_needed === true ? say('plan', `${kind ?? ''}: ${decision.reasoning}`) : null;
}

function environmentWording(fact: Of<'environment'>, say: Say, words: DemoWords): Wording | null {
  switch (fact.name) {
    case 'repository':
      return say(
        'repository',
        words.looked(fact.snapshot.baseBranch, fact.snapshot.baseSha.slice(0, 7), fact.snapshot.fileCount),
      );
    case 'repository_empty':
      return say('repository', words.empty, { mark: 'bad' });
    case 'container':
      return say('sandbox', words.container(fact.container_id.slice(0, 12), fact.image));
    case 'cloned':
      return say(
        'clone',
        words.cloned,
        fact.command.exit_code === 0 ? { note: seconds(fact.command.duration_ms) } : commandEnd(fact.command, words),
      );
    case 'setup':
      return say('setUp', `$ ${fact.command.command}`, commandEnd(fact.command, words));
    case 'check':
      return say('check', `$ ${fact.command.command}`, {
        ...commandEnd(fact.command, words),
        mark: fact.passed ? 'good' : 'bad',
        note: `${words.printed(fact.command.stdout)} · ${seconds(fact.command.duration_ms)}`,
      });
    case 'workspace_lost':
    case 'saved_work_lost':
      return say('trouble', words.workspaceLost, { mark: 'bad' });
    default:
      return null;
  }
}

function effectWording(fact: Of<'effect'>, say: Say, words: DemoWords): Wording | null {
  switch (fact.name) {
    case 'progress_comment':
      return say('comment', words.commented);
    case 'checkpoint': {
      if (fact.change === null) return say('saved', words.nothingToSave);
      const { sha, files, insertions, deletions } = fact.change;
      return say('saved', words.saved(sha.slice(0, 7), files.length, insertions, deletions));
    }
    case 'push_refused':
      return say('saved', words.refused(fact.reason), { mark: 'bad', details: fact.paths });
    case 'pull_request':
      return say('pullRequest', `#${fact.number} ${fact.title}`, { note: fact.draft ? words.draft : words.ready });
    case 'result_comment':
      return say('result', words.resultPosted);
    case 'sandbox_removed':
      return say('tidied', words.removed);
    case 'reminded':
    case 'explained':
      return say('person', words[fact.name]);
    case 'started':
    case 'pull_request_missing':
    case 'push_held':
    case 'marks_left':
    case 'refused_change_told':
    case 'replied':
    case 'progress_finished':
    case 'labelled':
    case 'label_finished':
    case 'reported':
    case 'time_over':
    case 'left_out':
    case 'superseded':
      return null;
  }
}

function toolWording(fact: Of<'tool'>, entries: readonly Recorded[], words: DemoWords): Wording {
  const input = inputOf(fact.tool_use_id, entries);
  const mark = fact.ok ? 'none' : 'bad';
  if (fact.tool === 'run_command') {
    const end = fact.exit_code === null ? words.exit(null, false) : words.exit(fact.exit_code, false);
    return {
      label: fact.tool,
      text: `$ ${firstLine(typeof input['command'] === 'string' ? input['command'] : '')}`,
      mark: fact.ok ? 'good' : 'bad',
      note: `${end} · ${seconds(fact.duration_ms)}`,
    };
  }
  const text = [input['path'], input['pattern']].filter((part) => typeof part === 'string').join('  ');
  if (!fact.ok) return { label: fact.tool, text, mark, note: firstLine(fact.text) };
  return {
    label: fact.tool,
    text,
    mark,
    note: fact.tool === 'read_file' ? words.lines(fact.text.trimEnd().split('\n').length) : '',
  };
}

function finishedWording(
  fact: Extract<Recorded, { readonly name: 'finished' }>,
  entries: readonly Recorded[],
): Wording {
  const plan = entries.findLast((entry) => entry.type === 'plan');
  const label = plan?.plan.action_plan.actions[fact.action]?.task_id ?? String(fact.action + 1);
  return {
    label,
    text: fact.evaluation,
    mark: fact.status === 'success' ? 'good' : 'bad',
    details: fact.issues_identified,
  };
}

function commandEnd(command: CommandRecord, words: DemoWords): Partial<Line> {
  const isFine = command.exit_code === 0;
  const note = `${words.exit(command.exit_code, command.timed_out)} · ${seconds(command.duration_ms)}`;
  const tail = command.output.trimEnd().split('\n').slice(-5);
  return isFine ? { mark: 'good', note } : { mark: 'bad', note, details: tail };
}

function firstLine(text: string): string {
  return text.trim().replace(/\n[^]*$/, ' …');
}
