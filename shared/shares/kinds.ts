/** What a link of a company opens. */
export const shareKinds = ['report', 'form', 'calendar', 'helper'] as const
export type ShareKind = (typeof shareKinds)[number]
