/**
 * What clients claim of moments, days and people, and how far each is believed. `claims.test.ts` reads the fields from the
 * contracts, so a field without a row here fails, and sends what lies beyond each bound.
 */

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
  believed: ['forms/filledBy.test.ts', 'an old moment that a device claims opens no form of others'],
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
  ['notices.mute', 'until', { believed: ['notifications/mutes.test.ts', 'a thing is muted until its end'] }],
  ['messaging.setPreferences', 'do_not_disturb_until', { free: 'it is the caller’s own rest' }],
]

/** How far a person whom a client names is believed. */
export type PersonBound =
  /** Nothing that a client says here gives or shows anything, or the past may name who has left. */
  | { free: string }
  /** Who left, is frozen or is of another company is refused; somebody at work is not. The sample needs these values. */
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
    'companies.changeRole companies.removeMember companies.freeze companies.thaw companies.handOver companies.resetPassword',
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
