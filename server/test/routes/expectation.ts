/** Expectations about a call, and the terms that `expectations/` uses. */
export type Role = 'stranger' | 'guest' | 'worker' | 'manager' | 'admin'

/** The ids of a company's rows, by what they are. */
export type Ids = Record<
  | 'company'
  | 'user'
  | 'place'
  | 'vehicle'
  | 'group'
  | 'animal'
  | 'form'
  | 'publicLink'
  | 'libraryEntry'
  | 'task'
  | 'sent'
  | 'submission'
  | 'invite'
  | 'role'
  | 'companyPlan'
  | 'enrolment'
  | 'session'
  | 'passkey'
  | 'provisionedGroup'
  | 'file'
  | 'conversation'
  | 'message'
  | 'report'
  | 'guide'
  | 'savedReport'
  | 'share'
  | 'helper'
  | 'pass'
  | 'passPack'
  | 'passTemplate'
  | 'passRequest'
  | 'finding'
  | 'export'
  | 'listView'
  | 'document'
  | 'animalEvent'
  | 'withhold'
  | 'paper'
  | 'vehicleEntry'
  | 'maintenancePlan'
  | 'import'
  | 'animalMerge'
  | 'key'
  | 'webhook'
  | 'webhookDelivery',
  number
>

export type Expectation = {
  /** Who is not refused because of who they are; everybody else gets 403 or 404. */
  may: 'anyone' | readonly Role[]
  /** Asks for rows (`its`), which may be those of another company, as somebody who has `own` ones. */
  row?: (its: Ids, own: Ids) => object | object[]
  /** What even those who may can be refused with, for another reason than who they are. */
  unless?: string
}

export const signedIn: readonly Role[] = ['stranger', 'guest', 'worker', 'manager', 'admin']
export const employees: readonly Role[] = ['worker', 'manager', 'admin']
export const members: readonly Role[] = ['guest', 'worker', 'manager', 'admin']
export const managers: readonly Role[] = ['manager', 'admin']
export const admins: readonly Role[] = ['admin']

export const anyone: Expectation = { may: 'anyone' }
export const own: Expectation = { may: signedIn }
export const recent = 'reauthentication_required'
export const inAWeek = new Date(Date.now() + 7 * 24 * 3600_000).toISOString()
export const uuid = '3f0c1f7e-58a1-4b0e-9d6f-1f1d2f3a4b5c'

/** The calls of a register whose rows have a state: read by some, changed by others. */
export const register = (
  feature: string,
  id: keyof Ids,
  read: readonly Role[],
  write: readonly Role[],
  draft: object,
) => ({
  [`${feature}.list`]: { may: read },
  [`${feature}.get`]: { may: read, row: (its: Ids) => ({ id: its[id] }) },
  [`${feature}.create`]: { may: write, row: () => draft },
  [`${feature}.update`]: { may: write, row: (its: Ids) => ({ id: its[id], ...draft }) },
  [`${feature}.remove`]: { may: write, row: (its: Ids) => ({ id: its[id] }) },
  [`${feature}.restore`]: { may: write, row: (its: Ids) => ({ id: its[id] }) },
  [`${feature}.statuses`]: { may: read, row: (its: Ids) => ({ id: its[id] }) },
  [`${feature}.setStatus`]: { may: write, row: (its: Ids) => ({ id: its[id], state: 'ok', reason: 'Looked at it' }) },
})

/** Events of animals and groups are recorded by the people who work with them. */
export const history = (feature: string, id: keyof Ids) => ({
  [`${feature}.list`]: { may: employees, row: (its: Ids) => ({ id: its[id] }) },
  [`${feature}.create`]: {
    may: employees,
    row: (its: Ids) => ({ id: its[id], day: '2026-01-05', details: { type: 'observation' } }),
  },
  [`${feature}.standing`]: { may: employees, row: (its: Ids) => ({ id: its[id], on: '2026-01-05' }) },
  [`${feature}.withholds`]: { may: employees, row: (its: Ids) => ({ id: its[id] }) },
  [`${feature}.withhold`]: {
    may: employees,
    row: (its: Ids) => ({ id: its[id], cause: 'other', product: 'milk', until: '2026-01-05' }),
  },
})

/** A member of a company: one of the other, of the own, and the other's in the own. */
export const member =
  (more: object = {}) =>
  (its: Ids, mine: Ids) => [
    { id: its.company, user_id: its.user, ...more },
    { id: mine.company, user_id: its.user, ...more },
  ]
export const invite = (its: Ids, mine: Ids) => [
  { id: its.company, invite_id: its.invite },
  { id: mine.company, invite_id: its.invite },
]
export const companyPlan =
  (more: object = {}) =>
  (its: Ids, mine: Ids) => [
    { id: its.company, company_plan_id: its.companyPlan, ...more },
    { id: mine.company, company_plan_id: its.companyPlan, ...more },
  ]
export const conversation =
  (more: object = {}) =>
  (its: Ids) => ({ id: its.conversation, ...more })
export const message =
  (more: object = {}) =>
  (its: Ids) => ({ id: its.message, ...more })
export const link = (its: Ids) => ({ id: its.form, public_link_id: its.publicLink })
export const company = (its: Ids) => ({ id: its.company })
export const user = (its: Ids) => ({ id: its.user })
