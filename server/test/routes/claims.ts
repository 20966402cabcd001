/**
 * What clients claim of moments, days, people and states, and how far each is believed. `claims.test.ts` reads the
 * fields from the contracts, so a field without a row here fails, and sends what lies beyond each bound.
 */
import { registers } from '#shared/subjects/registry.ts'
/** Days and moments around now, as contracts write them. */
export const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)
export const moment = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()

export type Bound =
  /** Nothing that a client says here hides or opens anything. */
  | { free: string }
  /** These values are refused with 422 at the field; `given` is what the sample needs to get that far. */
  | { refused: string[]; given?: object; at?: string; by?: 'admin' }
  /** A device's clock is believed within bounds and keeps no work out: this test holds them. */
  | { believed: [file: string, title: string] }

const device: Bound = {
  believed: ['submissions/moment.test.ts', 'nobody completes a form before they began it, nor a version'],
}
const begun: Bound = {
  believed: [
    'forms/filledBy.test.ts',
    'an old time of a device opens no form of others, no closed form and no company without a plan',
  ],
}
const file: Bound = {
  believed: [
    'submissions/document/pdf.test.ts',
    'a time that a device claims for a photo is printed only where that can be',
  ],
}
const filter: Bound = { free: 'it narrows what the caller may read anyway' }
const plan: Bound = { free: 'it is what people plan; what is past is due now' }
const past = [days(2), '2199-12-31']

/** Calls, the field as the contract writes it, and its bound. */
export const moments: [calls: string, field: string, bound: Bound][] = [
  ['submissions.update', 'answers.*.value.0.added_at', { free: 'a draft is worked out when it is completed' }],
  ['submissions.update', 'answers.*.photos.0.added_at', { free: 'a draft is worked out when it is completed' }],
  [
    'submissions.complete publicForms.submit publicCases.report corrections.correct',
    'answers.*.value.0.added_at',
    file,
  ],
  [
    'submissions.complete publicForms.submit publicCases.report corrections.correct',
    'answers.*.photos.0.added_at',
    file,
  ],
  ['publicLinks.create publicLinks.update', 'prefill.*.0.added_at', { free: 'what is filled in before has no files' }],
  ['submissions.complete publicForms.submit', 'device_time', device],
  ['submissions.create publicForms.submit', 'started_at', begun],
  [
    'submissions.import',
    'started_at',
    { believed: ['submissions/moment.test.ts', 'a copy that is brought in was not begun before there was the form'] },
  ],
  ['tasks.completeSent', 'completed_at', { believed: ['tasks/times.test.ts', 'work of 1970 counts from now'] }],
  ['tasks.create tasks.update', 'starts_at', plan],
  ['tasks.update tasks.remove', 'occurrence', { free: 'one that the series does not have is not found' }],
  ['guides.create guides.update', 'review_on', plan],
  ['exports.begin', 'filters.from', filter],
  ['exports.begin', 'filters.to', filter],
  ['exports.begin', 'filters.updated_after', filter],
  [
    'keys.create',
    'ends_at',
    { believed: ['accounts/keys.test.ts', 'nobody gives a key more than they have, and a worker none at all'] },
  ],
  ['webhooks.replayFailed', 'since', filter],
  ['reports.create reports.update', 'period.from', filter],
  ['reports.create reports.update', 'period.to', filter],
  ['documents.begin', 'date', filter],
  ['animals.create animals.update', 'birth_date', { refused: past, given: { mother_id: null, father_id: null } }],
  ['animalEvents.create animalEvents.update groupEvents.create', 'day', { refused: past }],
  [
    'animalEvents.create animalEvents.update groupEvents.create',
    'details.withdrawals.0.until',
    { believed: ['animals/animalEvents.test.ts', 'a withdrawal that ends before its treatment is refused'] },
  ],
  ['groupEvents.move', 'day', { refused: past }],
  ['animalEvents.withhold groupEvents.withhold', 'since', { refused: past, given: { until: '2199-12-31' } }],
  ['animalEvents.withhold groupEvents.withhold', 'until', { refused: ['1900-01-01'], given: { since: days(-1) } }],
  [
    'vehicleLog.createEvent vehicleLog.write',
    'day',
    { refused: past, given: { kind: 'odometer', kilometres: 2_000_000, until: null } },
  ],
  [
    'vehicleLog.createEvent vehicleLog.write',
    'until',
    { refused: ['1900-01-01'], given: { kind: 'driver', day: days(-1) } },
  ],
  ['vehicleLog.plan', 'since_day', { refused: [days(3_700), '2199-12-31'], given: { every_months: 12 } }],
  [
    'papers.create papers.update',
    'issued_on',
    { free: 'a certificate says its own days, and may be valid from later on' },
  ],
  [
    'papers.create papers.update',
    'valid_until',
    { refused: [days(-3)], given: { issued_on: days(-2), holder_id: undefined } },
  ],
  ['cases.update', 'erase_on', { believed: ['cases/cases.test.ts', 'a closed case is erased on its day'] }],
  ['plans.open plans.update', 'start_date', { free: 'an administrator opens plans, also such as were agreed before' }],
  ['plans.open plans.update', 'end_date', { refused: [days(-3)], given: { start_date: days(-2) }, by: 'admin' }],
  ['publicLinks.create publicLinks.update', 'expires_at', { refused: [moment(-1)], given: { last_day: undefined } }],
  ['publicLinks.create publicLinks.update', 'last_day', { refused: [days(-2)], given: { expires_at: undefined } }],
  ['shares.create', 'expires_at', { refused: [moment(-1), moment(370)] }],
  [
    'passes.create passes.renew',
    'starts_at',
    { believed: ['passes/passes.test.ts', 'records are shown in their version as of the start of the pass'] },
  ],
  ['passes.create passes.renew', 'ends_at', { refused: [moment(-1), moment(370)] }],
  [
    'passWriting.report passWriting.pick passWriting.close',
    'device_time',
    { free: 'it is kept beside the time at which it arrived, and opens nothing' },
  ],
  [
    'passWriting.report',
    'due_on',
    {
      believed: [
        'passes/writing/writing.test.ts',
        'a finding of the visit, by a pass of one barn, is seen to be put right',
      ],
    },
  ],
  ['passPages.records passPages.sample', 'from', { free: 'it narrows what the pass shows anyway' }],
  ['passPages.records passPages.sample', 'to', { free: 'it narrows what the pass shows anyway' }],
  ['passes.create passes.renew', 'first_day', { free: 'it says which records are shown, of whatever day' }],
  ['passes.create passes.renew', 'last_day', { refused: [days(-3)], given: { first_day: days(-2) } }],
  [
    'passRequestPages.ask passRequestPages.askAgain passRequestPages.withdraw',
    'device_time',
    { free: 'it is said beside the moment at which it arrived, and decides nothing' },
  ],
  [
    'passRequestPages.ask',
    'due_on',
    {
      believed: [
        'passes/requests/requests.test.ts',
        'an inspector of a part of the company asks too, and never about what is outside of the pass',
      ],
    },
  ],
  ['notices.mute', 'until', { believed: ['notifications/mutes.test.ts', 'a thing is muted until its end'] }],
  ['messaging.setPreferences', 'do_not_disturb_until', { free: 'it is the caller’s own rest' }],
]

/** How far a person whom a client names is believed. */
export type PersonBound =
  /** Nothing that a client says here gives or shows anything, or the past may name who has left. */
  | { free: string }
  /**
   * Who left, is frozen or is of another company is refused; somebody at work is not. The sample needs these values.
   */
  | { atWork: object }
  /** Who left or is of another company is not found. */
  | { member: object }
  /** Nobody but members is found, or the call is not a manager's; this test holds it. */
  | { believed: [file: string, title: string] }

const ofPlatform: PersonBound = { free: 'only administrators make the call, who look after all people' }
const guide: PersonBound = { atWork: { title: { en: 'Water' }, default_language: 'en' } }

/** Calls that change something, the field that names a person, and its bound. */
export const people: [calls: string, field: string, bound: PersonBound][] = [
  ['auth.switchUser users.update users.remove users.restore users.endTwoFactor', 'id', ofPlatform],
  ['workers.offer workers.endPhone', 'user_id', { free: 'only accounts without an address, which are of one company' }],
  [
    'companies.changeRole companies.setReach companies.removeMember companies.freeze companies.thaw ' +
      'companies.handOver companies.resetPassword',
    'user_id',
    { member: {} },
  ],
  ['invites.addMember', 'user_id', { free: 'an invitation brings back who left, and needs their yes' }],
  ['locations.create locations.update', 'responsible_id', { atWork: { parent_id: null } }],
  ['locations.create locations.update', 'also_responsible_ids.0', { atWork: { parent_id: null } }],
  ['papers.create', 'holder_id', { atWork: { kind: 'driver_competence', vehicle_id: null } }],
  [
    'vehicleLog.createEvent vehicleLog.write',
    'driver_id',
    { atWork: { kind: 'driver', day: days(1), until: days(2), maintenance_plan_id: undefined } },
  ],
  ['vehicleLog.plan', 'responsible_id', { atWork: { every_months: 12, maintenance_plan_id: undefined } }],
  ['documents.begin', 'user_id', { free: 'a sheet shows what was given to a person, also to one who left' }],
  ['submissions.import', 'written_by.id', { free: 'a copy may be of somebody who left; others are named only' }],
  ['reviews.comment messaging.post', 'mentions.0', { free: 'who is not in the conversation is left out' }],
  ['exports.begin', 'filters.user_id', { free: 'it narrows what the caller may read anyway, and the past is of all' }],
  ['reports.create reports.update', 'filters.user_ids.0', { free: 'a report counts the past, which is of all' }],
  ['tasks.create tasks.update', 'assignees.0.user_id', { atWork: {} }],
  [
    'tasks.completeSent',
    'completed_by',
    { believed: ['tasks/sentTasks.test.ts', 'where everybody does a task, nobody’s work is recorded'] },
  ],
  ['tasks.give', 'user_id', { atWork: {} }],
  ['messaging.create', 'user_ids.0', { atWork: {} }],
  ['messaging.addUser', 'user_id', { atWork: {} }],
  [
    'messaging.sendSubmission messaging.sendTask',
    'user_ids.0',
    { free: 'they begin a conversation as messaging.create' },
  ],
  ['sso.setPassword', 'break_glass_user_id', { free: 'only managers with a password, which sso.test.ts tries' }],
  ['messaging.removeUser', 'user_id', { free: 'who is in a conversation may be removed, also who left' }],
  ['messaging.take', 'user_id', { free: 'only the support’s own calls' }],
  ['messaging.block', 'id', { free: 'it keeps somebody away' }],
  ['guides.create guides.update', 'reader_ids.0', guide],
  ['guides.create guides.update', 'owner_id', guide],
  ['guides.create guides.update', 'checker_ids.0', guide],
  ['guides.create guides.update', 'approver_ids.0', guide],
  [
    'reportSchedules.set',
    'recipient_ids.0',
    { believed: ['reports/schedules/schedules.test.ts', 'only members who may open it are chosen'] },
  ],
]

/** How far a state that a client names is believed. */
export type StateBound =
  /** Every state is one that the row may be in, for everybody who may make the call. */
  | { free: string }
  /**
   * The value is refused with this status, to the manager, a worker or an administrator, with what else is given, where
   * the row is as it says: its table, a column and a value.
   */
  | {
      refused: unknown
      status: number
      by?: 'manager' | 'worker' | 'admin'
      given?: object
      row?: [table: string, column: string, value: unknown]
    }
  /** This test holds the bound. */
  | { believed: [file: string, title: string] }

/**
 * Names of choices that give a kind or a way of showing, and no state. A boolean field is always a state.
 */
export const notStates = new Set(
  `action kind type kind_of_business period standing species purpose sex identifier_scheme scheme production_purpose
   encoding language locale default_language category work product cause journey_class format values identity emoji
   reason control priority list group_by unit rhythm what week_start parts name kinds`.split(/\s+/),
)

const rest: StateBound = { free: 'it is how the caller wants to be told and shown' }
const setup: StateBound = { free: 'each is a choice that the company may change at any time' }
const trial: StateBound = { free: 'a trial changes nothing, and without one the caller may create each row' }
const ofManager = (refused: unknown, given?: object): StateBound => ({
  ...{ refused, status: 403, by: 'worker' },
  ...(given && { given }),
})
const ofAdmin = (refused: unknown): StateBound => ({ refused, status: 403 })
const living: StateBound = {
  ...{ refused: true, status: 410, row: ['messages', 'deleted_at', '2026-01-01T07:00:00Z'] },
}

/** Calls, the field that claims a state, and its bound. */
export const states: [calls: string, field: string, bound: StateBound][] = [
  [
    'users.update',
    'is_admin',
    { believed: ['accounts/users.test.ts', 'one admin always remains, in any order of leaving'] },
  ],
  ['actions.perform', 'decline', { free: 'the sealed link says what may be done with it' }],
  ['actions.perform', 'complete', { free: 'the sealed link says what may be done with it' }],
  ['companies.create', 'two_factor_required', setup],
  ['companies.create', 'histories_stay', setup],
  ['companies.update', 'histories_stay', ofManager(false)],
  ['companies.update', 'two_factor_required', ofManager(true)],
  ['plans.createOffer plans.updateOffer', 'is_trial', ofAdmin(true)],
  ['plans.createOffer plans.updateOffer', 'is_offered', ofAdmin(true)],
  ['plans.changeSettings', 'is_selling', ofAdmin(true)],
  ['plans.open plans.update', 'is_trial', ofAdmin(true)],
  [
    registers.map(({ feature }) => `${feature}.setStatus`).join(' '),
    'state',
    ofManager('ok', { reason: 'Looked at it' }),
  ],
  ['passPages.records passPages.sample', 'since', { free: 'it narrows what the pass shows anyway' }],
  ['passPages.records passPages.sample', 'state', { free: 'it narrows what the pass shows anyway' }],
  ['passTemplates.create passTemplates.update', 'shows_names', { free: 'a template shows nothing by itself' }],
  ['passTemplates.create passTemplates.update', 'opens_papers', { free: 'a template opens nothing by itself' }],
  ['passWriting.report', 'severity', { free: 'it is the inspector’s own judgement' }],
  ['passes.create', 'shows_names', { free: 'who issues a pass chooses it, and is asked with the form' }],
  ['passes.create', 'opens_papers', { free: 'who issues a pass chooses it, and is asked with the form' }],
  ['papers.update', 'is_renewal', ofManager(true)],
  [
    'vehicleLog.write',
    'is_struck_out',
    {
      believed: [
        'vehicle-log/vehicleLog.test.ts',
        'workers record readings and cleaning, managers drivers; another company sees nothing',
      ],
    },
  ],
  ['vehicleLog.plan', 'is_put_away', ofManager(true)],
  ['animals.create animals.update', 'health_status', { free: 'it is what was seen of the animal' }],
  [
    'animalEvents.create animalEvents.update groupEvents.create',
    'state',
    { refused: 'done', status: 422, given: { day: days(3) } },
  ],
  ['imports.run', 'is_trial', { refused: false, status: 404, by: 'worker' }],
  ['animalImports.animals animalImports.groups', 'dry_run', trial],
  ['invites.createMany', 'dry_run', trial],
  ['documents.begin', 'draft', { free: 'who may not read the draft does not find it' }],
  ['documents.begin exports.begin', 'refuse_missing_characters', { free: 'it only asks to be told before' }],
  ['exports.begin', 'with_files', { free: 'files of what the caller reads are the caller’s to read' }],
  [
    'sso.save sso.test',
    'is_private',
    { believed: ['accounts/sso/sso.test.ts', 'a manager sets it up, an administrator'] },
  ],
  ['sso.save', 'ends_there', setup],
  [
    'sso.setPassword',
    'is_off',
    { believed: ['accounts/sso/sso.test.ts', 'passwords are switched off by who signed in'] },
  ],
  ['sso.confirmDomain', 'is_confirmed', ofAdmin(true)],
  ['keys.create', 'access', { free: 'who makes a key chooses what it does within its role' }],
  ['webhooks.create webhooks.update', 'events.0', { free: 'of each event the key is told what it may read' }],
  ['workers.offer', 'printed', { free: 'it is how long the offer lasts, which whoever makes it may choose' }],
  [
    'files.create files.putTogether',
    'has_preview',
    {
      believed: ['files/pieces.test.ts', 'a picture in pieces is redrawn with a preview; its bytes tell its kind'],
    },
  ],
  [
    'forms.remove',
    'open_tasks',
    {
      believed: [
        'tasks/tasksOfForm.test.ts',
        'without a word all stays as it is, and who may not change tasks is refused with nothing done',
      ],
    },
  ],
  ['forms.update', 'status', { refused: 'open', status: 409, row: ['forms', 'version', null] }],
  ['reviews.review', 'state', { refused: 'approved', status: 404, row: ['submissions', 'status', 'draft'] }],
  ['cases.update', 'status', { refused: 'closed', status: 403 }],
  ['exports.begin', 'filters.status', filter],
  ['exports.begin', 'filters.review_state', filter],
  ['exports.begin', 'filters.to_review', filter],
  ['exports.begin', 'filters.band', filter],
  ['exports.begin', 'filters.critical', filter],
  ['exports.begin', 'filters.flagged', filter],
  ['exports.begin', 'filters.archived', filter],
  ['reports.create reports.update', 'filters.bands.0', filter],
  ['reports.create reports.update', 'filters.critical', filter],
  [
    'tasks.update tasks.remove',
    'scope',
    { refused: 'this', status: 409, given: { occurrence: '2026-01-01T07:00:00Z' } },
  ],
  [
    'tasks.create tasks.update',
    'per_subject',
    {
      believed: [
        'tasks/editing.test.ts',
        'a task that changes to or from one per subject stays open once for each, and keeps its work',
      ],
    },
  ],
  [
    'tasks.create tasks.update',
    'missed',
    {
      believed: [
        'tasks/recurrence/series.test.ts',
        'undone work stays, is closed after its time, or is replaced by the next',
      ],
    },
  ],
  [
    'tasks.create tasks.update',
    'done_by',
    {
      believed: [
        'tasks/recurrence/series.test.ts',
        'where one of the people is enough, of fifty who do it at once one did it, and the others see who',
      ],
    },
  ],
  [
    'tasks.create tasks.update',
    'counted_from',
    {
      believed: [
        'tasks/recurrence/series.test.ts',
        'counted from completion, the next one comes so long after the last was done by everybody',
      ],
    },
  ],
  [
    'tasks.completeSent',
    'effect',
    {
      believed: ['tasks/effect.test.ts', 'a measure’s success is confirmed by somebody else, and never by its person'],
    },
  ],
  ['messaging.remove', 'for_all', ofManager(true)],
  ['messaging.own', 'is_muted', rest],
  ['messaging.own', 'is_pinned', rest],
  ['messaging.post', 'is_urgent', { free: 'everybody may call for help; each reader may mute the conversation' }],
  ['messaging.react messaging.pin', 'is_on', living],
  ['messaging.handleReport', 'remove_message', ofManager(true)],
  ['messaging.block', 'is_on', { refused: true, status: 404, by: 'worker' }],
  ['messaging.setPreferences', 'hides_presence', rest],
  ['messaging.setPreferences', 'hides_typing', rest],
  ['messaging.setPreferences', 'has_sound', rest],
  ['messaging.setPreferences', 'enter_sends', rest],
  ['guides.create guides.update', 'for_guests', setup],
  ['guides.create guides.update', 'must_read', setup],
  ['guides.approve', 'step', { refused: 'approved', status: 403, by: 'admin' }],
  ['reports.create reports.update', 'for_everybody', ofManager(true)],
  ['views.create', 'for_everybody', ofManager(true, { list: 'animals' })],
  ['views.update', 'for_everybody', ofManager(true)],
  ['auth.updateUser', 'notifications.*', rest],
  ['views.create views.update', 'filters.*', filter],
  ['notices.read', 'all', rest],
  ['notices.setPreferences', 'mailed.0', rest],
  ['notices.setPreferences', 'silent.0', rest],
  ['notices.setPreferences', 'unpushed.0', rest],
  ['notices.setPreferences', 'is_never_quiet', rest],
]
