/** What a company's state is told by: each number with the list that it counts, as the screen of that list has it. */

/** What waits for somebody, the most pressing first. */
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
/** How much there is. */
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

/** The submissions that a week of the trend counts; with `band` those of them that came out so. */
export const listOfWeek = ({ from, to }: { from: string; to: string }, band?: 'act') =>
  `/submission/filled?status=complete&from=${from}&to=${to}${band ? `&band=${band}` : ''}`
