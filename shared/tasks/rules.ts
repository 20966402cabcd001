import { changing, type Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

/**
 * What a list of sent tasks can be narrowed to. `overdue` is the part of `open` whose time is over, `coming` the one
 * that has not begun.
 */
export const sentTaskStates = ['open', 'overdue', 'coming', 'done', 'skipped', 'missed'] as const
export type SentTaskState = (typeof sentTaskStates)[number]

/** What a series of tasks can be told; apart from the contract, so that the browser needs no schemas to offer them. */

/** What a task is for. A finding opens a corrective one. */
export const taskKinds = ['check', 'corrective', 'preventive', 'information', 'learning'] as const
export type TaskKind = (typeof taskKinds)[number]

/** Whether one of the people is enough, or each has to do it. */
export const doneByRules = ['everyone', 'any_one'] as const
export type DoneBy = (typeof doneByRules)[number]

/** What the next occurrence is counted from: the calendar, or the day on which the last one was done. */
export const countedFrom = ['calendar', 'completion'] as const
export type CountedFrom = (typeof countedFrom)[number]

/**
 * What becomes of an occurrence that nobody did in time: it stays open as overdue (`keep`), it is closed as missed when its time is
 * over (`skip`), or the next occurrence takes its place (`roll`).
 */
export const missedRules = ['keep', 'skip', 'roll'] as const
export type MissedRule = (typeof missedRules)[number]

/** Which occurrences a change of a series is meant for. */
export const editScopes = ['this', 'following', 'all'] as const
export type EditScope = (typeof editScopes)[number]

/** How many dates of a series are shown before it is saved. */
export const previewedDates = 10

/** How many single occurrences of a series can be taken out of it. */
export const maxExceptions = 500

/** What a company's own role can be given of tasks. */
export const permissions = {
  Task: { actions: changing, fields: {} },
  SentTask: { actions: ['read', 'complete', 'skip'], fields: { user_id: 'person' } },
} as const satisfies Permissions

export const taskRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) allow(['read', 'complete', 'skip'], 'SentTask', { ...ours, userId: actor.id })
  if (actor.isManager) allow('manage', ['Task', 'SentTask'], ours)
}
