/** Figures of a company, each with the list that it counts, filtered as that list's screen does. */

/** Waiting work, the most urgent first. */
export const urgentFigures = {
  tasks_overdue: '/company/tasks?state=overdue',
  findings_open: '/findings',
  submissions_to_review: '/submission/filled?review_state=received',
  animals_stop: '/animals?status=stop',
  animals_attention: '/animals?status=attention',
  animal_groups_stop: '/animals/groups?status=stop',
  animal_groups_attention: '/animals/groups?status=attention',
  locations_stop: '/locations?status=stop',
  locations_attention: '/locations?status=attention',
  vehicles_stop: '/company/vehicles?status=stop',
  vehicles_attention: '/company/vehicles?status=attention',
  invitations_unanswered: '/company/users/invitations?state=pending',
  invitations_failed: '/company/users/invitations?state=delivery_failed',
} as const
/** Amounts. */
export const calmFigures = {
  tasks_open: '/company/tasks',
  members: '/company/users',
  animals: '/animals',
  animal_groups: '/animals/groups',
  locations: '/locations',
  vehicles: '/company/vehicles',
  shared: '/company/shared',
} as const
export const figureLists = { ...urgentFigures, ...calmFigures }

export type FigureKind = keyof typeof figureLists
export const figureKinds = Object.keys(figureLists) as FigureKind[]

/** Submissions of one week of the trend; `band` narrows them to one result. */
export const listOfWeek = ({ from, to }: { from: string; to: string }, band?: 'act') =>
  `/submission/filled?status=complete&from=${from}&to=${to}${band ? `&band=${band}` : ''}`

/** States of companies that the platform's administrators need to know, the most urgent first. */
export const companyStates = ['wishing', 'ended', 'ending', 'silent', 'new', 'active'] as const
export type CompanyState = (typeof companyStates)[number]

/** States that wait for an administrator. */
export const urgentStates: readonly CompanyState[] = ['wishing', 'ended', 'ending', 'silent']

/** Days before its end from which a plan ends soon, and days without a submission after which a company is silent. */
export const soonDays = 7
export const silentDays = 30
