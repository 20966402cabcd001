import { changing, type Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

/**
 * States by which a list of sent tasks is filtered. `overdue` are the open ones whose time is over, `coming` those
 * whose time has not begun.
 */
export const sentTaskStates = ['open', 'overdue', 'coming', 'done', 'skipped', 'missed'] as const
export type SentTaskState = (typeof sentTaskStates)[number]

/** Purposes of a task. A finding opens a corrective one. */
export const taskKinds = ['check', 'corrective', 'preventive', 'information', 'learning'] as const
export type TaskKind = (typeof taskKinds)[number]

/** Completion by one of the assignees, or by each of them. */
export const doneByRules = ['everyone', 'any_one'] as const
export type DoneBy = (typeof doneByRules)[number]

/** Start of the next interval: the calendar, or the last completion. */
export const countedFrom = ['calendar', 'completion'] as const
export type CountedFrom = (typeof countedFrom)[number]

/**
 * Handling of an occurrence that was not done in time: it stays open as overdue (`keep`), is closed as missed (`skip`),
 * or is replaced by the next occurrence (`roll`).
 */
export const missedRules = ['keep', 'skip', 'roll'] as const
export type MissedRule = (typeof missedRules)[number]

/** Occurrences that a change of a series applies to. */
export const editScopes = ['this', 'following', 'all'] as const
export type EditScope = (typeof editScopes)[number]

/** Dates of a series that are previewed before it is saved. */
export const previewedDates = 10

/** Bound of occurrences that can be excluded from a series. */
export const maxExceptions = 500

/** Rights of tasks that a custom role can be given. */
export const permissions = {
  Task: { actions: changing, fields: {} },
  SentTask: { actions: ['read', 'complete', 'skip'], fields: { user_id: 'person' } },
} as const satisfies Permissions

export const taskRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) allow(['read', 'complete', 'skip'], 'SentTask', { ...ours, userId: actor.id })
  if (actor.isManager) allow('manage', ['Task', 'SentTask'], ours)
}
