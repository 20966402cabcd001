export const memberStates = ['active', 'frozen'] as const
export type MemberState = (typeof memberStates)[number]
