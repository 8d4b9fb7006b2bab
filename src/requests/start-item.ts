/** The inbox item that a task starts with. */
import { isPlanShownFirst } from './as-configured.ts';
import { type BudgetInWords, readBudget } from '../people/budget-in-words.ts';
import { type IntentOf, personOf } from '../people/intent.ts';
import type { ActingTools } from './acting-tools.ts';
import type { InboxItem } from '../state/inbox-item.ts';
import type { Plan } from '../state/plan.ts';
import type { TaskRequest, TaskSettings } from '../state/request.ts';

/**
 * The request as it was made and the settings of that moment, fixed for the task's whole life. A budget in words is
 * read only here; for a running task the same words are an instruction (GH-5).
 */
export async function startItem(
  deliveryId: string,
  { intent, plan }: { readonly intent: IntentOf<'start'>; readonly plan: Plan | null },
  { settingsOf }: ActingTools,
): Promise<InboxItem> {
  const { repo, issue, trigger, target, title, body, author, instruction, at, pullRequest, hidden, checks } = intent;
  const { profile } = intent;
  const configured = await settingsOf(repo);
  const requester = personOf(intent);
  const said = instruction === null || pullRequest !== undefined ? null : readBudget(instruction);
  const request: TaskRequest = {
    repo,
    issue,
    trigger,
    target,
    title,
    body,
    author,
    requester,
    instruction: said === null ? instruction : said.rest,
    ...(isPlanShownFirst(intent, configured) ? { plansFirst: true } : {}),
    ...(intent.isRetry === true ? { isRetry: true } : {}),
    ...(plan === null ? {} : { plan }),
    ...(at === undefined ? {} : { askedAt: at }),
    ...(pullRequest === undefined ? {} : { pullRequest }),
    ...(hidden === undefined ? {} : { hidden }),
    ...(checks === undefined ? {} : { checks }),
    ...(said === null ? {} : { limitInWords: said.limit }),
    ...(intent.priority === undefined ? {} : { priority: intent.priority }),
    ...(profile === undefined ? {} : { profile }),
    deliveryId,
  };
  const settings = await configured.forTask({
    issueText: async () => ({ title, body }),
    requester,
    ...(profile === undefined ? {} : { profile: profile.name }),
  });
  return {
    kind: 'start',
    id: deliveryId,
    traceId: deliveryId,
    request,
    settings: said === null ? settings : within(settings, said),
  };
}

/** Never above the operator's limit. */
function within(settings: TaskSettings, { limit, amount }: BudgetInWords): TaskSettings {
  const { budget } = settings;
  return { ...settings, budget: { ...budget, [limit]: Math.min(amount, budget[limit]) } };
}
