/**
 * The available models behind one interface (MODEL-5): the task's candidate or, without its key or during its rate
 * limit, the next one. Skipped candidates and reasons are part of the answer, which is recorded. Cool-downs are per
 * process; another process finds out by itself.
 */
import { Fault, RetryLater, type Service } from '../errors.ts';
import { chooseCandidate } from './choose-candidate.ts';
import type { Clock } from '../ports/clock.ts';
import type { Candidate, CandidateGroup, Model, ModelRequest, PassedOver } from '../ports/model.ts';

interface PoolOptions {
  /** The model, or the reason for the log why it cannot be used. */
  readonly open: (candidate: Candidate) => Model | string;
  /** For callers that name no task. */
  readonly otherwise: CandidateGroup;
  readonly clock: Clock;
  readonly onPassedOver: (passed: PassedOver, why: string) => void;
}

export function createModelPool({ open, otherwise, clock, onPassedOver }: PoolOptions): Model {
  const opened = new Map<string, Model | string>();
  const coolUntil = new Map<string, { readonly until: number; readonly of: Service }>();

  function modelOf(candidate: Candidate): Model | string {
    const found = opened.get(keyOf(candidate)) ?? open(candidate);
    opened.set(keyOf(candidate), found);
    return found;
  }

  /** The next usable candidate; skipped ones are added to `over`. */
  function next(
    group: CandidateGroup,
    seed: string,
    passed: PassedOver[],
  ): { candidate: Candidate; model: Model } | null {
    for (;;) {
      const candidate = chooseCandidate(group.candidates, seed, passed);
      if (candidate === null) return null;
      const { tool, model: name } = candidate;
      const model = modelOf(candidate);
      const isCooling = group.fallback && (coolUntil.get(keyOf(candidate))?.until ?? 0) > clock.now();
      if (typeof model !== 'string' && !isCooling) return { candidate, model };
      const over: PassedOver = { tool, model: name, why: typeof model === 'string' ? 'unavailable' : 'rate_limited' };
      passed.push(over);
      // A rate limit is logged once, when it is reached.
      if (typeof model === 'string') onPassedOver(over, model);
    }
  }

  async function ask(request: ModelRequest, signal: AbortSignal): ReturnType<Model['ask']> {
    const { seed, group } = request.asking ?? { seed: '', group: otherwise };
    const passed: PassedOver[] = [];
    for (;;) {
      const found = next(group, seed, passed);
      if (found === null) throw nobody(group, passed);
      const { candidate, model } = found;
      const { tool, model: name } = candidate;
      const hasOther =
        group.fallback && next(group, seed, [...passed, { tool, model: name, why: 'rate_limited' }]) !== null;
      try {
        const answer = await model.ask({ ...request, leavesLimits: hasOther }, signal);
        return { ...answer, chosen: { tool, model: name, passedOver: passed } };
      } catch (error) {
        if (!(error instanceof RetryLater) || !error.isLimit || signal.aborted) throw error;
        const until = clock.now() + Math.max(error.afterMs ?? 0, group.cooldownMs);
        coolUntil.set(keyOf(candidate), { until, of: error.of });
        if (!hasOther) throw error;
        const over: PassedOver = { tool, model: name, why: 'rate_limited' };
        passed.push(over);
        onPassedOver(over, error.message);
      }
    }
  }

  function whyNot(candidate: Candidate): string {
    const found = modelOf(candidate);
    return `${candidate.tool} ${candidate.model}: ${typeof found === 'string' ? found : 'passed over'}`;
  }

  function nobody(group: CandidateGroup, passed: readonly PassedOver[]): Error {
    const cooling = passed.filter(({ why }) => why === 'rate_limited');
    if (cooling.length === 0)
      return new Fault(
        'model_credentials',
        `No model can be asked: ${group.candidates.map(whyNot).join('; ')}.`,
        'Set the key of one of them, or choose another profile (models in the settings).',
      );
    const [first = { until: 0, of: 'model' }] = cooling
      .flatMap((one) => coolUntil.get(keyOf(one)) ?? [])
      .toSorted((one, other) => one.until - other.until);
    return new RetryLater('The rate limits of all models that may be asked are reached.', {
      of: first.of,
      afterMs: Math.max(1_000, first.until - clock.now()),
      isLimit: true,
    });
  }

  return {
    name: 'by profile',
    ask,
    price(usage, chosen) {
      const model = chosen === undefined ? undefined : opened.get(keyOf(chosen));
      return model === undefined || typeof model === 'string' ? null : model.price(usage);
    },
  };
}

function keyOf({ tool, model }: Pick<Candidate, 'tool' | 'model'>): string {
  return `${tool} ${model}`;
}
