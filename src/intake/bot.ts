/** Who we are on GitHub and what an installation may choose about its triggers. */
export interface BotIdentity {
  readonly appId: number;
  /** Our account is `<slug>[bot]`, our mention `@<slug>`. */
  readonly slug: string;
  /** Further names that mean us, without the `@`. */
  readonly aliases: readonly string[];
}

export interface TriggerSettings {
  readonly triggerLabel: string;
  /** Account ids of bots that may start tasks; a name proves nothing. */
  readonly allowedBots: readonly number[];
}
