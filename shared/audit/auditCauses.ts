/** Causes of actions without a member: a public link, or a scheduled job. */
export const auditCauses = [
  'public_link',
  'guest_day_over',
  'series',
  'urgent_repeated',
  'plan_ends',
  'paper_ends',
  'maintenance_due',
  'helper',
  'guide_review',
  'report_schedule',
  'import',
] as const
export type AuditCause = (typeof auditCauses)[number]
