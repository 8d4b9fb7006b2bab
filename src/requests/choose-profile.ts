/**
 * The model profile that a request names (MODEL-5): in words, by the trigger label, or by another label of the issue,
 * in this order. Only the operator's profiles count; an unknown name gets a reply.
 */
import { withdrawClaim } from './on-pull-request.ts';
import { refuseProfile, tellProfileKept } from './profile-replies.ts';
import { readControlWord, isBeginning } from '../people/control-words.ts';
import { BEGUN_BY, begunBy, type IntentOf } from '../people/intent.ts';
import { profileNamed, readProfile } from '../people/profile-in-words.ts';
import { isSameLabel, profileIn } from '../people/same-label.ts';
import type { TaskRequest } from '../state/request.ts';
import type { ActingTools, RepositorySettings } from './acting-tools.ts';

type Start = IntentOf<'start'>;
type Offered = Pick<RepositorySettings, 'profiles' | 'triggerLabel'>;

/** The unknown name, or the labels that contradict each other; else the intent. */
export type Choice =
  | { readonly is: 'fine'; readonly intent: Start }
  | { readonly is: 'unknown'; readonly name: string; readonly hasColon: boolean }
  | { readonly is: 'unclear'; readonly labels: readonly string[] };

export function choiceIn(intent: Start, offered: Offered): Choice {
  // Reviews and checks cannot name a profile in words.
  const said = intent.trigger === 'mention' && intent.instruction !== null ? intent.instruction : null;
  const words = said === null ? null : readProfile(said, offered.profiles);
  if (words !== null) {
    if (!words.isKnown) return { is: 'unknown', name: words.name, hasColon: words.hasColon };
    const { name, rest } = words;
    const word = rest === null ? null : readControlWord(rest);
    const begun = word !== null && isBeginning(word) ? { ...BEGUN_BY[word], instruction: null } : { instruction: rest };
    return { is: 'fine', intent: { ...intent, ...begun, profile: { name, by: 'words' } } };
  }
  return byLabel(intent, offered);
}

function byLabel(intent: Start, { profiles, triggerLabel }: Offered): Choice {
  const { label: set, labels = [] } = intent;
  const asked = set === undefined ? null : profileIn(set, triggerLabel);
  if (asked !== null) {
    const name = profileNamed(asked, profiles);
    return name === null
      ? { is: 'unknown', name: asked, hasColon: false }
      : { is: 'fine', intent: { ...intent, profile: { name, by: 'trigger' } } };
  }
  // An unknown name got its reply when the label was set.
  const choosing = labels.flatMap((label) => {
    const name = profileNamed(profileIn(label, triggerLabel) ?? '', profiles);
    return name === null ? [] : [{ label, name }];
  });
  const [first, ...others] = choosing;
  if (first === undefined || (others.length > 0 && intent.trigger === 'checks')) return { is: 'fine', intent };
  if (others.length > 0) return { is: 'unclear', labels: choosing.map(({ label }) => label) };
  return { is: 'fine', intent: { ...intent, profile: { name: first.name, by: 'label' } } };
}

/** The result of the delivery if nothing may start; the requester has been told why. */
export async function withProfile(intent: Start, tools: ActingTools): Promise<Start | string> {
  if (intent.profile !== undefined) return intent;
  const offered = await tools.settingsOf(intent.repo);
  const choice = choiceIn(intent, offered);
  if (choice.is === 'fine') return choice.intent;
  await withdrawClaim(intent, intent.issue, tools);
  await refuseProfile(intent, { choice, profiles: offered.profiles, triggerLabel: offered.triggerLabel }, tools);
  return choice.is === 'unknown' ? 'unknown profile' : 'unclear profile';
}

/** For a message to a running task: the profile stays, the reply says so, and the rest of the message is passed on. */
export async function asJoined(
  intent: Start,
  { taskId, profile: current }: { readonly taskId: string; readonly profile: string | null },
  tools: ActingTools,
): Promise<Start | string> {
  const offered = await tools.settingsOf(intent.repo);
  const choice = intent.profile === undefined ? choiceIn(intent, offered) : ({ is: 'fine', intent } as const);
  if (choice.is === 'unknown' && intent.label !== undefined) return withProfile(intent, tools);
  if (choice.is !== 'fine') return intent;
  const { profile, instruction } = choice.intent;
  if (profile === undefined || profile.by === 'label' || profile.name === current || begunBy(choice.intent) !== null)
    return choice.intent;
  await tellProfileKept(intent, { name: profile.name, current, about: taskId }, tools);
  return instruction === null ? 'keeps its profile' : choice.intent;
}

/** Whether removing this label withdraws the request: only if that label alone started it. */
export function isTakenBack(label: string, { profile }: Pick<TaskRequest, 'profile'>, triggerLabel: string): boolean {
  return profile?.by === 'trigger' && isSameLabel(label, `${triggerLabel}:${profile.name}`);
}
