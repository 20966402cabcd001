/** Why something happened that no member did: what came by a form's public link, or what a job does by the clock. */
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
