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

/**
 * Managers of the whole company give out its API keys and set up its single sign-on, administrators those of the
 * platform. No key makes another, lets anybody in or changes what others may do.
 */
export const keyRules: Rules = (allow, actor, forbid) => {
  if (actor.isCompanyManager) allow('manage', ['ApiKey', 'SingleSignOn'], { companyId: actor.companyId })
  if (!actor.isKey) return
  forbid('manage', ['ApiKey', 'Invite', 'SingleSignOn'])
  forbid(['create', 'update', 'delete'], ['Role', 'WorkerAccount'])
}

/** Bounds of single sign-on: domains of a company, and values of a claim that give a role. */
export const maxDomains = 20
export const maxRoleValues = 50

/**
 * What a key does: reading, reading and writing within its role, or by `scim` bringing people and nothing else. Its
 * role is then that of people who are in no group.
 */
export const keyAccesses = ['read', 'write', 'scim'] as const
export type KeyAccess = (typeof keyAccesses)[number]

/** Bounds of API keys: how many live ones a company has, and how often one calls. */
export const maxKeys = 50
export const callsOfKey = { name: 'calls of a key', tries: 600, seconds: 60 }

/** Files that no record names yet; others are seen by the readers of their record. */
export const fileRules: Rules = (allow, actor) => {
  if (actor.companyId !== null) allow(['create', 'read'], 'File', { companyId: actor.companyId, userId: actor.id })
}
