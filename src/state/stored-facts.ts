/** The schema of every fact by its type and, where types are told apart further, its name. A fact without one does not compile. */
import { z } from 'zod';
import {
  actions,
  commentWeighed,
  plan,
  planned,
  reflectionOfModel,
  review,
  revision,
  tool,
  unusable,
  usage,
} from './stored-answers.ts';
import { agree, mistakeIn, type Differs } from './stored-check.ts';
import {
  assumed,
  completion,
  preparation,
  questions,
  replanDecisions,
  replans,
  rest,
  stages,
  steps,
  work,
} from './stored-decided.ts';
import {
  answers,
  asked,
  effects,
  environment,
  paused,
  questionsPosted,
  reflectionOfPerson,
  task,
  troubles,
  verification,
} from './stored-outcomes.ts';
import type { Envelope, Fact } from './facts.ts';

const FACTS = {
  task,
  usage,
  plan,
  revision,
  review,
  tool,
  completion,
  phase: { ...planned, ...stages, ...replans },
  reflection: { person: reflectionOfPerson, model: reflectionOfModel },
  replan_decision: replanDecisions,
  action: { ...actions, ...work },
  environment: { ...environment, ...preparation },
  question: { ...questionsPosted, ...questions },
  answer: { ...answers, assumed },
  control: { ...asked, paused, ...rest, comment_weighed: commentWeighed },
  verification,
  effect: { ...effects, ...steps },
  error: { ...troubles, ...unusable },
} satisfies Readonly<Record<Type, z.ZodType | Readonly<Record<string, z.ZodType>>>>;

const StoredEnvelope = z.object({
  seq: z.number(),
  timestamp: z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'expected a time'),
  task_uuid: z.string(),
  issue: z.string().nullable(),
  trace_id: z.string(),
  inbox_id: z.string().exactOptional(),
});

type Type = Fact['type'];
type Facts = { readonly [Of in Type]: Named<Extract<Fact, { readonly type: Of }>> };
type Named<Those> = [Those] extends [{ readonly name: infer Name extends string }]
  ? { readonly [Key in Name]: Without<OfName<Those, Key>> }
  : Without<Those>;
type OfName<Those, Name> = Those extends { readonly name: infer Names } ? (Name extends Names ? Those : never) : never;
type Without<Those> = Those extends unknown
  ? { [Key in keyof Those as Exclude<Key, 'type' | 'name'>]: Those[Key] }
  : never;

type Inferred<Schema> = Schema extends z.ZodType
  ? z.infer<Schema>
  : { readonly [Name in keyof Schema]: z.infer<Schema[Name]> };
type Difference<Of extends Type> = (typeof FACTS)[Of] extends z.ZodType
  ? Differs<Inferred<(typeof FACTS)[Of]>, Facts[Of], Of>
  : OfNames<Inferred<(typeof FACTS)[Of]>, Facts[Of], Of>;
type OfNames<Given, Wanted, Of> = {
  [Name in keyof Given | keyof Wanted]: Name extends keyof Given & keyof Wanted
    ? Differs<Given[Name], Wanted[Name], [Of, Name]>
    : [Of, Name];
}[keyof Given | keyof Wanted];

agree<{ [Of in Type]: Difference<Of> }[Type]>();
agree<Differs<z.infer<typeof StoredEnvelope>, Envelope, 'envelope'>>();

/** What is wrong with an entry, as the end of a sentence; null where it is a fact. */
export function mistakeInFact(entry: { readonly type: string; readonly name?: unknown }): string | null {
  const schema = schemaOf(entry);
  if (typeof schema === 'string') return schema;
  const { error } = StoredEnvelope.safeParse(entry);
  if (error) return mistakeIn(error, entry);
  const found = schema.safeParse(entry);
  return found.success ? null : mistakeIn(found.error, entry);
}

/** Or why there is none. */
function schemaOf({ type, name }: { readonly type: string; readonly name?: unknown }): z.ZodType | string {
  const known: Readonly<Record<string, z.ZodType | Readonly<Record<string, z.ZodType>>>> = FACTS;
  const found = Object.hasOwn(known, type) ? known[type] : undefined;
  if (found === undefined) return `this version knows no entry of the type ${quoted(type)}`;
  if (found instanceof z.ZodType) return found;
  const ofName = typeof name === 'string' && Object.hasOwn(found, name) ? found[name] : undefined;
  return ofName ?? `this version knows no entry of the type ${quoted(type)} with the name ${quoted(name)}`;
}

function quoted(word: unknown): string {
  return typeof word === 'string' ? JSON.stringify(word.slice(0, 100)) : 'that it has';
}
