import type { Rules } from '../lib/rules.ts'

/** Optional topics of mails. Mails about the own account always come. */
export const mailTopics = ['critical_answers', 'plan_ends'] as const
export type MailTopic = (typeof mailTopics)[number]

/** People who may create an account: anybody, only invited ones, or nobody. */
export const registrationModes = ['open', 'invitation', 'off'] as const
export type RegistrationMode = (typeof registrationModes)[number]

/** Managers create accounts for workers without an email address and enrol their phones. */
export const workerRules: Rules = (allow, actor) => {
  if (actor.isManager) allow(['read', 'create', 'update'], 'WorkerAccount', { companyId: actor.companyId })
}

/** Managers may ask whether a colleague has an address; people are otherwise the administrators' affair. */
export const userRules: Rules = (allow, actor) => {
  if (actor.isManager) allow('read', 'EmailAddress')
}

/** Files that no record names yet; others are seen by the readers of their record. */
export const fileRules: Rules = (allow, actor) => {
  if (actor.companyId !== null) allow(['create', 'read'], 'File', { companyId: actor.companyId, userId: actor.id })
}
