/** The one shape of an effect: what it is given, and what it tells. */
import type { Effect, EffectKind } from '../state/effect.ts';
import type { EffectFact, InboxFact, ModelFact } from '../state/facts.ts';
import type { Task } from '../state/task.ts';
import type { Toolbox } from './toolbox.ts';

/** What every performer is given; `key` is the same each time the same effect is tried. */
export interface Performing<Kind extends EffectKind> {
  readonly effect: Extract<Effect, { readonly kind: Kind }>;
  readonly key: string;
  readonly task: Task;
  readonly tools: Toolbox;
  readonly signal: AbortSignal;
}

/** What happened; what is made of it is decided elsewhere. */
export type Outcome = InboxFact | EffectFact | ModelFact;

export type Performer<Kind extends EffectKind> = (performing: Performing<Kind>) => Promise<readonly Outcome[]>;
