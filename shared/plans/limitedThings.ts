/** Resources that a plan limits, in the order in which they are shown. */
export const limitedThings = ['users', 'animals', 'forms', 'storage'] as const
export type LimitedThing = (typeof limitedThings)[number]
