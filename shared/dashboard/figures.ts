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
