/**
 * Shows a task while it is driven, as the service does by its progress comment: on a terminal the phases, the plan and
 * the current activity, changing in place; elsewhere a line for each change.
 */
import { boxesIn, checklistLine, boxLines, nowLine, phasesOf, phasesWithin, spentLine } from './task-lines.ts';
import { harmless, terminalLine } from './terminal-text.ts';
import type { LiveScreen, StyledLine } from './live-screen.ts';
import type { Task } from '../state/task.ts';

export interface TaskDisplay {
  show(task: Task): void;
  /** Freezes the changing lines until `goOn`, because a person is being asked. */
  rest(): void;
  goOn(): void;
  /** A message for people. */
  put(...lines: readonly (string | StyledLine)[]): void;
  close(): void;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;

interface DisplayParts {
  readonly screen: LiveScreen;
  readonly now: () => number;
  readonly redact: (text: string) => string;
}

export function createTaskDisplay({ screen, now, redact }: DisplayParts): TaskDisplay {
  let newest: Task | null = null;
  let frame = 0;
  let isResting = false;
  /** What was already printed in permanent lines. */
  let told = { phases: '', goal: '', doing: '', boxes: new Map<string, string>() };
  const timer = screen.isLive ? setInterval(draw, FRAME_MS) : null;
  timer?.unref();

  function draw(): void {
    if (newest === null || isResting) return;
    frame = (frame + 1) % FRAMES.length;
    screen.show(
      clean([
        { text: '' },
        { text: phasesWithin(newest, screen.columns()), style: 'dim' },
        ...boxLines(newest),
        { text: `${FRAMES[frame] ?? ''} ${nowLine(newest, false)}`, style: 'accent' },
        { text: `  ${spentLine(newest, now())}`, style: 'dim' },
      ]),
    );
  }

  function clean(lines: readonly StyledLine[]): readonly StyledLine[] {
    return lines.map((line) => ({ ...line, text: redact(harmless(line.text)) }));
  }

  function put(...lines: readonly (string | StyledLine)[]): void {
    if (isResting) screen.fresh();
    screen.put(...clean(lines.map((line) => (typeof line === 'string' ? { text: line } : line))));
    draw();
  }

  /** For output without changing lines. */
  function tellChanges(task: Task): void {
    const phases = phasesOf(task);
    const doing = nowLine(task);
    const lines: StyledLine[] = [];
    if (phases !== told.phases) lines.push({ text: phases });
    for (const box of boxesIn(task)) {
      if (told.boxes.get(box.id) !== box.state) lines.push(checklistLine(box));
      told.boxes.set(box.id, box.state);
    }
    // Between two steps of an action there is nothing new to say.
    const isNew = !told.doing.startsWith(doing);
    if (isNew) lines.push({ text: `  ${doing}` });
    told = { ...told, phases, ...(isNew ? { doing } : {}) };
    if (lines.length > 0) put(...lines);
  }

  return {
    show(task) {
      newest = task.stage.is === 'ended' ? null : task;
      const goal = terminalLine(task.plan?.goal_understanding.main_objective ?? '');
      if (goal !== '' && goal !== told.goal) {
        told = { ...told, goal };
        put({ text: `→ ${goal}`, style: 'bold' });
      }
      if (newest === null) screen.show([]);
      else if (screen.isLive) draw();
      else tellChanges(task);
    },
    rest() {
      isResting = true;
      screen.show([]);
    },
    goOn() {
      isResting = false;
      draw();
    },
    put,
    close() {
      if (timer !== null) clearInterval(timer);
      newest = null;
      screen.show([]);
    },
  };
}
