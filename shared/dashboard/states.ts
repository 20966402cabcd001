/** How companies stand, as far as the platform's admins have to know: what needs them first comes first. */
export const companyStates = ['wishing', 'ended', 'ending', 'silent', 'new', 'active'] as const
export type CompanyState = (typeof companyStates)[number]

/** Those in which something waits for an admin. */
export const urgentStates: readonly CompanyState[] = ['wishing', 'ended', 'ending', 'silent']

/** Days before its end from which a plan ends soon, and days without a submission after which a company is silent. */
export const soonDays = 7
export const silentDays = 30
