/** How far a case has come. Directive (EU) 2019/1937, article 9(1): acknowledged within seven days, answered within three months. */
export const caseStatuses = ['received', 'acknowledged', 'investigating', 'answered', 'closed'] as const
export type CaseStatus = (typeof caseStatuses)[number]

/** What the reporter chose to be: named to whoever it concerns, named to those who handle cases alone, or nobody. */
export const identities = ['anonymous', 'confidential', 'open'] as const
export type Identity = (typeof identities)[number]

/** Whose word a message is; a note is between those who handle cases. */
export const messageKinds = ['reporter', 'answer', 'note'] as const
export type MessageKind = (typeof messageKinds)[number]

/** What is noted of those who handle cases. */
export const readThings = ['case', 'messages', 'file', 'answer', 'note', 'status'] as const
export type ReadThing = (typeof readThings)[number]

/** Groups of fewer are not told in the report: who they are could be worked out. */
export const smallestGroup = 5

/** Files of one case; nobody fills the store of a company by its own notice on the door. */
export const mostFiles = 30
