/** States of companies that the platform's administrators need to know, the most urgent first. */
export const companyStates = ['wishing', 'ended', 'ending', 'silent', 'new', 'active'] as const
export type CompanyState = (typeof companyStates)[number]

/** States that wait for an administrator. */
export const urgentStates: readonly CompanyState[] = ['wishing', 'ended', 'ending', 'silent']

/** Days before its end from which a plan ends soon, and days without a submission after which a company is silent. */
export const soonDays = 7
export const silentDays = 30
