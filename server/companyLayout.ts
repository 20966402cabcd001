/**
 * How a company's rows change in another tend, where its tables do not say it by a reference. A new table of a company
 * moves by itself; a column of numbers, lists or JSON in it is named here, or the table is left out.
 */
import type { CompanyLayout } from './lib/backup/companyTables.ts'
import {
  asItIs,
  byFile,
  byKey,
  bySubject,
  filePath,
  jsonBy,
  type Made,
  none,
  people,
  person,
  type Rewrite,
  rowId,
  rowIds,
} from './lib/backup/rewriting.ts'
import { randomToken } from './lib/security/secrets.ts'
import type { Signing } from './lib/security/signing.ts'
import { movedSeal } from './sealing/movedSeals.ts'

const ofPlatform = 'is the platform’s, not a company’s'
const ofAccount = 'belongs to an account and its devices, not to a company'
const ofOtherTend = 'is good in the tend that made it alone'
const madeAgain = 'is made again by the database'
const ofMoment = 'is of the moment'

export const leftOut: CompanyLayout['leftOut'] = {
  action_links: ofAccount,
  animal_identifiers: madeAgain,
  answered_challenges: ofMoment,
  // Its row would also make an account that is matched here the key of those who manage the company.
  api_keys: ofOtherTend,
  backup_runs: ofPlatform,
  calendar_feeds: ofOtherTend,
  change_marks: ofOtherTend,
  changes: 'counts transactions of the other database',
  company_plans: 'is what was agreed with the other host; here the company gets the plan of a new one',
  credentials: ofAccount,
  device_keys: ofAccount,
  documents: 'expires after days, and is made again from its record',
  enrolments: ofAccount,
  file_pieces: ofMoment,
  idempotency_keys: ofMoment,
  invite_forms: ofOtherTend,
  invites: ofOtherTend,
  known_devices: ofAccount,
  legal_versions: ofPlatform,
  login_challenges: ofMoment,
  notice_mutes: 'names what it mutes by its address in the other tend',
  notices: 'was told by the other tend, and leads there',
  pass_packs: ofOtherTend,
  pass_closings: ofOtherTend,
  pass_finding_photos: ofOtherTend,
  pass_findings: ofOtherTend,
  pass_picks: ofOtherTend,
  pass_request_entries: ofOtherTend,
  pass_requests: ofOtherTend,
  pass_views: ofOtherTend,
  passes: ofOtherTend,
  passkeys: ofAccount,
  plan_settings: ofPlatform,
  plans: ofPlatform,
  platform_secrets: ofPlatform,
  platform_settings: ofPlatform,
  provisioned_group_members: ofOtherTend,
  provisioned_groups: ofOtherTend,
  provisioned_users: ofOtherTend,
  push_subscriptions: ofAccount,
  rate_limits: ofMoment,
  realtime_members: ofMoment,
  realtime_nodes: ofMoment,
  realtime_payloads: ofMoment,
  recovery_codes: ofAccount,
  register_import_lines: 'is for undoing an import, within a day',
  register_imports: 'is for undoing an import, within a day',
  seal_checks: 'is of walks along the chain, which is walked again here',
  sessions: ofAccount,
  sso_connections: ofOtherTend,
  sso_domains: ofOtherTend,
  sso_links: ofAccount,
  sso_proofs: ofMoment,
  stored_sizes: madeAgain,
  submission_exports: 'expires after days, and is made again from its records',
  two_factors: ofAccount,
  webhook_deliveries: ofOtherTend,
  // Its key does not move either, and two tends that tell the same would be a surprise.
  webhooks: ofOtherTend,
}

/** Numbers, lists and JSON that say the same everywhere. */
const same = [
  ...['answer', 'cap', 'capacity_heads', 'change_id', 'content', 'country_id', 'critical_failed', 'days', 'decks'],
  ...['definition', 'description', 'draft', 'due_kilometres', 'escalated', 'every_hours', 'every_kilometres'],
  ...['every_months', 'filler_role_ids', 'finding', 'forgotten_change_id', 'head_count', 'height', 'hour'],
  ...[
    'kilometres',
    'kinds',
    'language_id',
    'last',
    'last_change_id',
    'last_role_above_employee',
    'last_role_below_employee',
  ],
  ...['made_count', 'model_year', 'month_day', 'name', 'number', 'official_numbers', 'opened', 'other_identifiers'],
  ...['outline', 'period', 'position', 'privacy_version', 'question', 'reader_role_ids', 'receipt', 'recheck_by'],
  ...[
    'record_days',
    'receipt_sequence',
    'responses',
    'revision',
    'role_id',
    'rules',
    'score',
    'since_kilometres',
    'size',
    'status',
  ],
  ...[
    'times',
    'title',
    'titles',
    'told_days',
    'urgent_told',
    'valid_days',
    'verify_after_days',
    'version',
    'week_starts_on',
  ],
  ...['weekday', 'width', 'words'],
]

/** Lists of people. */
const ofPeople = ['also_responsible_ids', 'approver_ids', 'asked_ids', 'checker_ids', 'mentions', 'reader_ids']
/** A message in a conversation, or none. */
const ofMessages = ['from_id', 'hidden_id', 'last_message_id', 'last_read_id', 'reply_to_id', 'since_id']

/** Where somebody works. */
const ofRows = ['reach_locations', 'reach_groups', 'reach_vehicles']

/** The places of what a record is about, as `location:12`. */
const places: Rewrite = (text, numbers, row) =>
  text.replace(/(location|group|vehicle):(\d+)/g, (_, type, id) => `${type}:${rowId(id, numbers, row)}`)

const answers = jsonBy(bySubject)
const files = jsonBy(byFile)
const ids = jsonBy(byKey)

/** `private:3:5`, the lower number first. */
const pair: Rewrite = (text, { people: known }) => {
  const [type, ...numbers] = text.split(':')
  const moved = numbers.map(number => known.get(Number(number)) ?? 0).sort((one, other) => one - other)
  return [type, ...moved].join(':')
}

const auditSubject: Rewrite = (text, numbers, row) => {
  const type = row('subject_type')
  if (type === 'Company') return Number(text) === numbers.company.from ? String(numbers.company.to) : null
  return (/^(User|Member|ApiKey)$/.test(type ?? '') ? person : rowId)(text, numbers, row)
}

/** Who had a task, and who has it now. */
const auditDetails: Rewrite = (text, numbers, row) =>
  row('action') === 'task.given'
    ? jsonBy((value, key, { people: known }) =>
        typeof value === 'number' && /^(from|to)$/.test(key) ? (known.get(value) ?? null) : undefined,
      )(text, numbers, row)
    : ids(text, numbers, row)

/** The other tend's key made it, so no code opens the case here; the case itself stays. */
const lookup: Made = { made: () => randomToken() }

/** A key ends: its name stays with what it did, and another is made here. */
const membershipEnd: Made = {
  made: (_, row) => row('ended_at') ?? (row('is_key') === 't' ? new Date().toISOString() : null),
}

/** `signing` is that of the tend to which the company moves. */
export const companyLayout = (signing: { current: Signing; generation: number } | null): CompanyLayout => ({
  leftOut,
  drawn: ['cases', 'case_files', 'case_messages'],
  columns: {
    ...Object.fromEntries(same.map(name => [name, asItIs])),
    ...Object.fromEntries(ofPeople.map(name => [name, people])),
    ...Object.fromEntries(ofMessages.map(name => [name, rowId])),
    ...Object.fromEntries(ofRows.map(name => [name, rowIds])),
    ...{ left_location_id: rowId, left_group_id: rowId, places },
    ...{ answers, former_answers: answers, prefill: answers, filters: ids, rows: ids },
    'animal_events.details': asItIs,
    'animal_merges.moved': ids,
    'animals.photos': files,
    'audit_entries.details': auditDetails,
    'audit_entries.subject_id': auditSubject,
    'cases.lookup': lookup,
    // It is in a folder of all companies.
    'companies.logo': none,
    'conversations.pair_key': pair,
    'conversations.support_read_id': rowId,
    'files.path': filePath,
    'files.preview_path': filePath,
    'form_pictures.path': filePath,
    'map_pictures.file': files,
    'memberships.ended_at': membershipEnd,
    'message_reads.message_id': rowId,
    'papers.earlier': files,
    'papers.files': files,
    'report_schedules.recipient_ids': people,
    'reports.form_ids': rowIds,
    'roles.id': asItIs,
    'seals.key_generation': (text, { keys }) => keys.get(Number(text))?.toString() ?? text,
    'seals.moved': { made: (numbers, row) => movedSeal(numbers, row, signing) },
    'seals.part': (text, numbers, row) =>
      row('record_type') === 'submission' && row('kind') === 'reviewed' ? rowId(text, numbers, row) : text,
    'seals.record_id': rowId,
    'sent_tasks.recorded_by': person,
    'signing_keys.generation': (text, { keys }) => keys.get(Number(text))?.toString() ?? text,
    'submissions.reviewer_ids': people,
    'users.admin_since': none,
    'users.avatar': none,
  },
})
