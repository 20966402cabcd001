import { presenceChannel } from '../lib/contract.ts'
import { changing, type Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

/** Categories of forms. Separate from the contract, so that the browser loads no schemas for them. */
export const formCategories = ['welfare', 'daily', 'transport', 'workplace', 'other'] as const
export type FormCategory = (typeof formCategories)[number]

/**
 * Statuses of a form. A draft was never published. Anybody begins an open form, a closing one is begun for a task only,
 * and a closed one not at all. Submissions begun before can always be completed.
 */
export const formStatuses = ['draft', 'open', 'closing', 'closed'] as const

/** Statuses that people can choose for a published form. */
export const chosenStatuses = ['open', 'closing', 'closed'] as const
export type ChosenStatus = (typeof chosenStatuses)[number]

/** Choices for the open tasks and running series of an archived form; `keep` leaves them unchanged. */
export const openTaskChoices = ['keep', 'end', 'without_form', 'other_form'] as const
/** The choice; `other_form` names the form that replaces it. */
export type OpenTasksChosen = { open_tasks: (typeof openTaskChoices)[number]; other_form_id?: number | undefined }

/** Bound up to which submissions of a form are counted. */
export const maxCounted = 1_000

/** Keyboards that a phone offers for a text. */
export const keyboards = ['phone', 'numbers', 'decimals', 'email', 'url'] as const

/** Presence channel of people who have a form open in the editor. */
export const editorsChannel = (companyId: number, formId: number) => `${presenceChannel(companyId)}.form.${formId}`
export const editorsChannelPattern = /^presence-company\.(\d+)\.form\.(\d+)$/

/** Rights of forms that a custom role can be given. */
export const permissions = {
  Form: { actions: changing, fields: { status: formStatuses } },
} as const satisfies Permissions

/**
 * Employees read every published form and begin those that are not for other roles; guests have those offered to them.
 */
export const formRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  const published = { ...ours, status: { $in: ['open', 'closing', 'closed'] } }
  if (actor.isEmployee) allow('read', 'Form', published)
  if (actor.isGuest) allow(['read', 'fill'], 'Form', { ...published, forGuests: true })
  else if (actor.companyId !== null) {
    allow('fill', 'Form', { ...ours, fillerRoleIds: null })
    allow('fill', 'Form', { ...ours, fillerRoleIds: { $in: [actor.roleId] } })
  }
  if (actor.isCompanyManager) allow('manage', 'Form', ours)
}
