import { changing, type Permissions } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

export const periodUnits = ['day', 'week', 'month', 'year'] as const

/** Criteria by which submissions are compared. */
export const reportGroupings = [
  'site',
  'location',
  'animal_group',
  'vehicle',
  'animal',
  'person',
  'form',
  'question',
] as const
export type ReportGrouping = (typeof reportGroupings)[number]

/** In the order of a report. */
export const reportParts = [
  'trend',
  'comparison',
  'prevalence',
  'heat_map',
  'distribution',
  'findings',
  'completion',
  'registers',
  'photos',
] as const
export type ReportPart = (typeof reportParts)[number]

/** Rhythms of a mailed report. */
export const rhythms = ['day', 'week', 'month'] as const

/** Rights of reports that a custom role can be given. They count what the role may read of submissions and tasks. */
export const permissions = {
  Report: { actions: changing, fields: {} },
} as const satisfies Permissions

/** Employees open shared reports; the figures cover what they may read. */
export const reportRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee && !actor.isGuest) allow('read', 'Report', { ...ours, forEverybody: true, archivedAt: null })
  if (actor.isManager) allow('manage', 'Report', ours)
}
