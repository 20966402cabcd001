/** What a plan limits, in the order in which it is shown. */
export const limitedThings = ['users', 'animals', 'forms', 'storage'] as const
export type LimitedThing = (typeof limitedThings)[number]
