/**
 * Who may make each call, and how to ask for a row with it: read and meant, line by line. `everyRoute.test.ts` walks all of them with
 * everybody; a call without a line here fails.
 */
export type Role = 'stranger' | 'guest' | 'worker' | 'manager' | 'admin'

/** The ids of a company's rows, by what they are. */
export type Ids = Record<
  | 'company'
  | 'user'
  | 'place'
  | 'vehicle'
  | 'group'
  | 'animal'
  | 'form'
  | 'publicLink'
  | 'libraryEntry'
  | 'task'
  | 'sent'
  | 'submission'
  | 'invite'
  | 'role'
  | 'companyPlan'
  | 'enrolment'
  | 'session'
  | 'file'
  | 'conversation'
  | 'message'
  | 'report'
  | 'guide'
  | 'savedReport'
  | 'share'
  | 'helper'
  | 'finding'
  | 'export'
  | 'listView'
  | 'document'
  | 'animalEvent'
  | 'withhold'
  | 'paper'
  | 'vehicleEntry'
  | 'maintenancePlan'
  | 'import'
  | 'animalMerge',
  number
>

export type Expectation = {
  /** Who is not refused because of who they are; everybody else gets 403 or 404. */
  may: 'anyone' | readonly Role[]
  /** Asks for rows (`its`), which may be those of another company, as somebody who has `own` ones. */
  row?: (its: Ids, own: Ids) => object | object[]
  /** What even those who may can be refused with, for another reason than who they are. */
  unless?: string
}

const signedIn: readonly Role[] = ['stranger', 'guest', 'worker', 'manager', 'admin']
const employees: readonly Role[] = ['worker', 'manager', 'admin']
const members: readonly Role[] = ['guest', 'worker', 'manager', 'admin']
const managers: readonly Role[] = ['manager', 'admin']
const admins: readonly Role[] = ['admin']

const anyone: Expectation = { may: 'anyone' }
const own: Expectation = { may: signedIn }
const recent = 'reauthentication_required'
const inAWeek = new Date(Date.now() + 7 * 24 * 3600_000).toISOString()
const uuid = '3f0c1f7e-58a1-4b0e-9d6f-1f1d2f3a4b5c'

/** The calls of a register whose rows have a state: read by some, changed by others. */
const register = (noun: string, id: keyof Ids, read: readonly Role[], write: readonly Role[], draft: object) => ({
  [`${noun}.list`]: { may: read },
  [`${noun}.get`]: { may: read, row: (its: Ids) => ({ id: its[id] }) },
  [`${noun}.create`]: { may: write, row: () => draft },
  [`${noun}.update`]: { may: write, row: (its: Ids) => ({ id: its[id], ...draft }) },
  [`${noun}.remove`]: { may: write, row: (its: Ids) => ({ id: its[id] }) },
  [`${noun}.restore`]: { may: write, row: (its: Ids) => ({ id: its[id] }) },
  [`${noun}.statuses`]: { may: read, row: (its: Ids) => ({ id: its[id] }) },
  [`${noun}.setStatus`]: { may: write, row: (its: Ids) => ({ id: its[id], state: 'ok', reason: 'Looked at it' }) },
})

/** What happens to animals and groups is recorded by whoever works with them. */
const history = (noun: string, id: keyof Ids) => ({
  [`${noun}.list`]: { may: employees, row: (its: Ids) => ({ id: its[id] }) },
  [`${noun}.create`]: {
    may: employees,
    row: (its: Ids) => ({ id: its[id], day: '2026-01-05', details: { type: 'observation' } }),
  },
  [`${noun}.standing`]: { may: employees, row: (its: Ids) => ({ id: its[id], on: '2026-01-05' }) },
  [`${noun}.withholds`]: { may: employees, row: (its: Ids) => ({ id: its[id] }) },
  [`${noun}.withhold`]: {
    may: employees,
    row: (its: Ids) => ({ id: its[id], cause: 'other', product: 'milk', until: '2026-01-05' }),
  },
})

/** A member of a company: one of the other, of the own, and the other's in the own. */
const member =
  (more: object = {}) =>
  (its: Ids, mine: Ids) => [
    { id: its.company, user_id: its.user, ...more },
    { id: mine.company, user_id: its.user, ...more },
  ]
const invite = (its: Ids, mine: Ids) => [
  { id: its.company, invite_id: its.invite },
  { id: mine.company, invite_id: its.invite },
]
const companyPlan =
  (more: object = {}) =>
  (its: Ids, mine: Ids) => [
    { id: its.company, company_plan_id: its.companyPlan, ...more },
    { id: mine.company, company_plan_id: its.companyPlan, ...more },
  ]
const conversation =
  (more: object = {}) =>
  (its: Ids) => ({ id: its.conversation, ...more })
const message =
  (more: object = {}) =>
  (its: Ids) => ({ id: its.message, ...more })
const link = (its: Ids) => ({ id: its.form, public_link_id: its.publicLink })
const company = (its: Ids) => ({ id: its.company })
const user = (its: Ids) => ({ id: its.user })

export const expectations: Record<string, Expectation> = {
  'auth.options': anyone,
  'auth.login': anyone,
  'auth.loginTwoFactor': anyone,
  'auth.loginGuest': { may: 'anyone', unless: 'guest_login_off' },
  'auth.register': anyone,
  'auth.forgotPassword': anyone,
  'auth.resetPassword': anyone,
  'auth.firstAdministrator': anyone,
  'auth.refresh': { may: 'anyone', unless: 'unauthenticated' },
  'auth.sendConfirmation': own,
  'auth.changePassword': own,
  'auth.changeEmail': { may: signedIn, row: () => ({ email: 'new@example.test' }), unless: recent },
  'auth.reauthenticate': own,
  'auth.switchUser': { may: admins, row: user, unless: recent },
  'auth.switchBack': { may: signedIn, unless: 'forbidden' },
  'auth.acceptPrivacy': own,
  'auth.logout': own,
  'auth.user': own,
  'auth.updateUser': { may: signedIn, row: its => ({ company_id: its.company }) },
  'auth.deviceKey': own,

  'workers.create': {
    may: managers,
    row: its => ({ id: its.company, name: 'Juan', user_name: `juan.${Math.random().toString(36).slice(2)}` }),
  },
  'workers.offer': { may: managers, row: member() },
  'workers.phones': { may: managers, row: member() },
  'workers.endPhone': {
    may: managers,
    row: (its, mine) => [
      { id: its.company, user_id: its.user, enrolment_id: its.enrolment },
      { id: mine.company, user_id: mine.user, enrolment_id: its.enrolment },
    ],
  },
  'workers.describeOffer': anyone,
  'workers.enrol': anyone,
  'workers.loginPin': anyone,

  'me.settings': own,
  'me.setAvatar': own,
  'me.removeAvatar': own,
  'me.sessions': own,
  'me.endSession': { may: signedIn, row: its => ({ id: its.session }) },
  'me.endOtherSessions': own,
  'me.export': own,
  'me.remove': { may: signedIn, unless: recent },
  'me.startTwoFactor': { may: signedIn, unless: recent },
  'me.confirmTwoFactor': own,
  'me.renewRecoveryCodes': { may: signedIn, unless: recent },
  'me.endTwoFactor': { may: signedIn, unless: recent },

  'users.list': { may: admins },
  'users.get': { may: admins, row: user },
  'users.update': { may: admins, row: user },
  'users.remove': { may: admins, row: user, unless: recent },
  'users.restore': { may: admins, row: user },
  'users.endTwoFactor': { may: admins, row: user, unless: recent },
  'users.emailExists': { may: managers, row: () => ({ email: 'somebody@example.test' }) },

  'feeds.get': { may: employees },
  'feeds.create': { may: employees },
  'feeds.remove': { may: employees },

  'helpers.list': { may: employees, row: its => ({ id: its.sent }) },
  'helpers.create': { may: managers, row: its => ({ id: its.sent, email: 'vet@example.test' }) },
  'helpers.remove': { may: managers, row: its => ({ id: its.sent, helper_id: its.helper }) },

  'actions.describe': anyone,
  'actions.perform': anyone,
  'auditLog.list': { may: managers, row: its => ({ company_id: its.company }) },
  'legal.get': anyone,
  'legal.publish': { may: admins },
  'legal.mend': { may: admins },

  'system.version': anyone,
  'system.languages': anyone,
  'system.countries': anyone,
  'system.receiptKey': anyone,
  'system.map': anyone,
  'system.realtime': own,

  'sealing.chain': { may: ['manager'] },
  'sealing.check': { may: ['manager'] },
  'sealing.stamp': { may: ['manager'] },
  'sealing.keys': anyone,
  'sealing.renewKey': { may: admins },
  'sealing.verify': anyone,
  'sealing.find': anyone,

  'companies.list': own,
  'companies.create': own,
  'companies.get': { may: signedIn, row: company },
  'companies.update': { may: managers, row: its => ({ id: its.company, name: 'Ours now' }) },
  'companies.setLogo': { may: managers, row: company },
  'companies.removeLogo': { may: managers, row: company },
  'companies.remove': { may: managers, row: company, unless: recent },
  'companies.restore': { may: managers, row: company },
  'samples.get': { may: managers, row: company },
  'samples.add': { may: managers, row: company },
  'samples.remove': { may: managers, row: company },
  'companies.members': { may: employees, row: company },
  'companies.member': { may: employees, row: member() },
  'companies.changeRole': { may: managers, row: member({ role_id: 3000 }) },
  'companies.removeMember': { may: managers, row: member() },
  'companies.freeze': { may: managers, row: member() },
  'companies.thaw': { may: managers, row: member() },
  'companies.handOver': { may: managers, row: member() },
  'companies.resetPassword': { may: managers, row: member() },
  'companies.quit': { may: signedIn, row: company },
  'companies.join': { may: signedIn, row: company },
  'forms.copyTo': {
    may: managers,
    row: (its, mine) => [
      { company_id: mine.company, form_id: its.form },
      { company_id: its.company, form_id: mine.form },
    ],
  },
  'invites.create': {
    may: managers,
    row: its => ({ id: its.company, email: 'new@example.test', role_id: 3000 }),
    unless: 'plan_limit_reached',
  },
  'invites.createMany': { may: managers, row: its => ({ id: its.company, text: 'new@example.test', role_id: 3000 }) },
  'invites.ask': { may: admins, row: member({ role_id: 3000 }), unless: 'forbidden' },
  'invites.decline': { may: signedIn, row: company },
  'invites.list': { may: managers, row: company },
  'invites.resend': { may: managers, row: invite },
  'invites.revoke': { may: managers, row: invite },
  'invites.describe': { may: 'anyone', row: its => ({ id: its.company, token: 'nonsense' }) },
  'invites.mine': own,
  'roles.list': { may: employees },
  'roles.get': { may: employees, row: its => ({ id: its.role }) },
  'roles.create': { may: managers, row: () => ({ name: 'Vet', rules: [], standing: 'below_employee' }) },
  'roles.update': { may: managers, row: its => ({ id: its.role, name: 'Vet' }) },
  'roles.remove': { may: managers, row: its => ({ id: its.role }) },
  'roles.restore': { may: managers, row: its => ({ id: its.role }) },
  'plans.offers': own,
  'plans.createOffer': { may: admins },
  'plans.updateOffer': { may: admins },
  'plans.removeOffer': { may: admins },
  'plans.restoreOffer': { may: admins },
  'plans.list': { may: managers, row: company },
  'plans.get': { may: managers, row: companyPlan() },
  'plans.open': { may: admins },
  'plans.update': { may: admins, row: companyPlan() },
  'plans.remove': { may: admins, row: companyPlan() },
  'plans.restore': { may: admins, row: companyPlan() },
  'plans.select': { may: managers, row: companyPlan({ selected_plan_id: 1 }) },
  'plans.usage': { may: managers, row: company },

  ...register('locations', 'place', employees, managers, { name: 'Here', type: 'pen' }),
  'placeTree.tree': { may: employees, row: its => ({ inside: its.place }) },
  'placeTree.labelSheet': { may: employees, row: its => ({ ids: String(its.place) }) },
  ...register('vehicles', 'vehicle', employees, managers, { name: 'Old van', type: 'van' }),
  ...register('animalGroups', 'group', employees, managers, { name: 'Flock' }),
  ...register('animals', 'animal', employees, managers, { name: 'Dora', species: 'cattle' }),

  'animals.merge': { may: managers, row: its => ({ id: its.animal, duplicate_id: its.animal }) },
  'animals.unmerge': { may: managers, row: its => ({ id: its.animalMerge }) },

  'timeline.ofAnimal': { may: employees, row: its => ({ id: its.animal }) },

  'search.find': { ...own, row: () => ({ q: 'dora' }) },

  ...history('animalEvents', 'animal'),
  ...history('groupEvents', 'group'),
  'groupEvents.counts': { may: employees, row: its => ({ id: its.group }) },
  'groupEvents.members': { may: employees, row: its => ({ id: its.group, on: '2026-01-05' }) },
  'groupEvents.move': {
    may: employees,
    row: (its, mine) => ({ id: its.group, location_id: mine.place, day: '2026-01-05' }),
  },
  // A worker changes what they recorded themselves; this one the manager did.
  'animalEvents.update': { may: managers, row: its => ({ id: its.animalEvent, note: 'Seen again' }) },
  'animalEvents.remove': { may: managers, row: its => ({ id: its.animalEvent }) },
  'animalEvents.restore': { may: managers, row: its => ({ id: its.animalEvent }) },
  'papers.list': { may: employees },
  'papers.create': { may: managers, row: its => ({ kind: 'insurance', vehicle_id: its.vehicle }) },
  'papers.update': { may: managers, row: its => ({ id: its.paper, number: 'P 1' }) },
  'papers.remove': { may: managers, row: its => ({ id: its.paper }) },
  'papers.restore': { may: managers, row: its => ({ id: its.paper }) },
  'vehicleLog.list': { may: employees, row: its => ({ id: its.vehicle }) },
  'vehicleLog.write': {
    may: employees,
    row: its => ({
      ...{ vehicle_id: its.vehicle, uuid: crypto.randomUUID(), kind: 'odometer', day: '2026-01-05' },
      ...{ kilometres: 10, reason: 'Changed' },
    }),
  },
  'vehicleLog.use': { may: employees, row: its => ({ id: its.vehicle }) },
  'vehicleLog.plan': {
    may: managers,
    row: its => ({ vehicle_id: its.vehicle, name: 'Oil', every_months: 12 }),
  },
  'vehicleLog.book': {
    may: employees,
    row: its => ({ vehicle_id: its.vehicle, from: '2026-01-01', until: '2026-12-31', format: 'xlsx' }),
  },
  'animalEvents.ending': { may: employees, row: () => ({ start_date: '2026-01-01', end_date: '2026-02-01' }) },
  'animalEvents.endWithhold': { may: managers, row: its => ({ id: its.withhold }) },

  'files.create': { may: [...employees, 'guest'] },
  'files.received': { may: [...employees, 'guest'] },
  'files.sendPiece': { may: [...employees, 'guest'] },
  'files.putTogether': { may: [...employees, 'guest'] },
  'files.link': { may: employees, row: its => ({ id: its.file }) },

  'forms.list': { may: [...employees, 'guest'] },
  'forms.templates': { may: managers },
  'forms.create': { may: managers },
  'forms.get': { may: employees, row: its => ({ id: its.form }) },
  'forms.update': { may: managers, row: its => ({ id: its.form }) },
  'forms.publish': { may: managers, row: its => ({ id: its.form }) },
  'forms.remove': { may: managers, row: its => ({ id: its.form }) },
  'forms.restore': { may: managers, row: its => ({ id: its.form }) },

  'forms.versions': { may: managers, row: its => ({ id: its.form }) },
  'forms.version': { may: managers, row: its => ({ id: its.form, number: 1 }) },
  'forms.pdf': { may: employees, row: its => ({ id: its.form }) },
  'forms.importFile': { may: managers, row: () => ({}) },
  'forms.exportFile': { may: managers, row: its => ({ id: its.form }) },
  'forms.addPicture': { may: managers },
  'forms.addTable': { may: managers },
  'forms.table': { may: [...employees, 'guest'], row: () => ({ uuid }), unless: 'not_found' },
  'findings.list': { may: employees },
  'findings.settle': { may: managers, row: its => ({ id: its.finding, reason: 'Looked at it' }) },
  'findings.reopen': { may: managers, row: its => ({ id: its.finding }) },
  'guides.list': { may: [...employees, 'guest'] },
  'guides.all': { may: managers },
  'guides.create': { may: managers, row: () => ({ title: { en: 'Gates' }, default_language: 'en' }) },
  'guides.get': { may: [...employees, 'guest'], row: its => ({ id: its.guide }) },
  'guides.update': { may: managers, row: its => ({ id: its.guide }) },
  'guides.publish': { may: managers, row: its => ({ id: its.guide }) },
  'guides.ask': { may: managers, row: its => ({ id: its.guide }) },
  // By those who are named for it, and an admin of the platform is not.
  'guides.approve': { may: ['worker', 'manager'], row: its => ({ id: its.guide, step: 'checked', revision: 1 }) },
  'guides.remove': { may: managers, row: its => ({ id: its.guide }) },
  'guides.restore': { may: managers, row: its => ({ id: its.guide }) },
  'guides.versions': { may: managers, row: its => ({ id: its.guide }) },
  'guides.version': { may: managers, row: its => ({ id: its.guide, number: 1 }) },
  'guides.restoreVersion': { may: managers, row: its => ({ id: its.guide, number: 1 }) },
  'guides.read': { may: [...employees, 'guest'], row: its => ({ id: its.guide, version: 1 }) },
  'guides.readers': { may: managers, row: its => ({ id: its.guide }) },
  'guides.pdf': { may: [...employees, 'guest'], row: its => ({ id: its.guide }) },
  'today.get': own,
  'dashboard.own': { may: managers },
  'dashboard.get': { may: admins },
  'dashboard.companies': { may: admins },
  'reports.list': { may: employees },
  'reports.create': { may: managers, row: its => ({ name: 'Lame cows', form_ids: [its.form] }) },
  'reports.get': { may: managers, row: its => ({ id: its.savedReport }) },
  'reports.update': { may: managers, row: its => ({ id: its.savedReport }) },
  'reports.remove': { may: managers, row: its => ({ id: its.savedReport }) },
  'reports.restore': { may: managers, row: its => ({ id: its.savedReport }) },
  'reports.welfare': { may: employees, row: its => ({ id: its.group }) },
  'reports.data': { may: managers, row: its => ({ id: its.savedReport }) },
  'reports.submissions': { may: managers, row: its => ({ id: its.savedReport }) },
  'reports.pdf': { may: managers, row: its => ({ id: its.savedReport }) },
  'reportSchedules.get': { may: managers, row: its => ({ id: its.savedReport }) },
  'reportSchedules.set': { may: managers, row: its => ({ id: its.savedReport, rhythm: 'day', recipient_ids: [1] }) },
  'reportSchedules.end': { may: managers, row: its => ({ id: its.savedReport }) },
  'shares.list': { may: managers },
  'shares.remove': { may: managers, row: its => ({ kind: 'report', id: its.share }) },
  'shares.of': { may: managers, row: its => ({ kind: 'report', subject_id: its.savedReport }) },
  // Whoever has no place in the company shares nothing of it.
  'shares.create': {
    may: ['manager'],
    row: its => ({ kind: 'report', subject_id: its.savedReport, expires_at: inAWeek }),
  },
  'views.settings': { may: members, row: () => ({ list: 'animals' }) },
  'views.set': { may: members, row: () => ({ list: 'animals', columns: ['species'] }) },
  'views.create': { may: members, row: () => ({ list: 'animals', name: 'Sheep', filters: { species: 'sheep' } }) },
  'views.update': { may: managers, row: its => ({ id: its.listView }) },
  'views.remove': { may: managers, row: its => ({ id: its.listView }) },
  'views.restore': { may: managers, row: its => ({ id: its.listView }) },
  'sharedPages.open': { may: 'anyone', row: its => ({ id: its.share, token: 'nonsense' }) },
  'sharedPages.pdf': { may: 'anyone', row: its => ({ id: its.share, token: 'nonsense' }) },
  'reports.export': { may: managers, row: its => ({ id: its.savedReport, format: 'csv' }) },
  // For whoever has the case right, and for none of these (server/cases/cases.test.ts).
  'cases.list': { may: [] },
  'cases.report': { may: [] },
  'cases.get': { may: [] },
  'cases.update': { may: [] },
  'cases.pdf': { may: [] },
  'cases.messages': { may: [] },
  'cases.say': { may: [] },
  'cases.file': { may: [] },
  'publicCases.report': { may: 'anyone', unless: 'not_found' },
  'publicCases.get': { may: 'anyone', unless: 'wrong_case_code' },
  'publicCases.say': { may: 'anyone', unless: 'wrong_case_code' },
  'publicLinks.create': { may: managers, row: its => ({ id: its.form }) },
  'publicLinks.list': { may: managers, row: its => ({ id: its.form }) },
  'publicLinks.update': { may: managers, row: link },
  'publicLinks.remove': { may: managers, row: link },
  'publicLinks.removeAll': { may: managers, row: its => ({ id: its.form }) },
  'publicLinks.labels': { may: managers, row: link },
  'publicLinks.labelSheet': { may: managers, row: its => ({ ...link(its), ids: '1' }) },
  'publicForms.get': { may: 'anyone', row: its => ({ id: its.form, token: 'nonsense' }) },
  'publicForms.submit': {
    may: 'anyone',
    row: its => ({ id: its.form, token: 'nonsense', uuid, answers: {}, locale: 'en' }),
  },
  'publicForms.attach': {
    may: 'anyone',
    row: its => ({ id: its.form, token: 'nonsense', uuid, submission_uuid: uuid, question_id: 'photo' }),
  },
  'forms.library': { may: managers },
  'forms.addToLibrary': { may: managers },
  'forms.removeFromLibrary': { may: managers, row: its => ({ id: its.libraryEntry }) },
  'forms.restoreToLibrary': { may: managers, row: its => ({ id: its.libraryEntry }) },

  'submissions.list': { may: [...employees, 'guest'] },
  'submissions.create': { may: [...employees, 'guest'], row: its => ({ form_id: its.form, uuid }) },
  'submissions.import': {
    may: managers,
    row: its => ({
      ...{ form_id: its.form, uuid, version: 1, started_at: '2026-11-20T06:00:00Z' },
      written_by: { id: 1, name: 'Anna' },
    }),
  },
  'submissions.get': { may: employees, row: its => ({ id: its.submission }) },
  'submissions.previous': { may: employees, row: its => ({ id: its.submission }) },
  'submissions.update': { may: employees, row: its => ({ id: its.submission, answers: {} }), unless: 'forbidden' },
  'submissions.complete': { may: employees, row: its => ({ id: its.submission, answers: {} }), unless: 'forbidden' },
  'submissions.attach': {
    may: employees,
    row: its => ({ id: its.submission, uuid, question_id: 'picture' }),
    unless: 'forbidden',
  },
  'submissions.remove': { may: employees, row: its => ({ id: its.submission }), unless: 'forbidden' },
  'submissions.restore': { may: employees, row: its => ({ id: its.submission }), unless: 'forbidden' },
  'submissions.pdf': { may: employees, row: its => ({ id: its.submission }) },
  'submissionSeals.get': { may: employees, row: its => ({ id: its.submission }) },

  'corrections.correct': {
    may: managers,
    row: its => ({ id: its.submission, answers: {}, reason: 'Counted again', revision: 1 }),
    unless: 'stale_revision',
  },
  'corrections.history': { may: employees, row: its => ({ id: its.submission }) },
  // Of whose register it is the file is asked first, which these calls have not; imports.test.ts asks with one.
  'imports.create': own,
  'imports.get': { may: managers, row: its => ({ id: its.import }) },
  'imports.run': {
    may: managers,
    row: its => ({ id: its.import, matching: { name: 0 }, key: 'name', is_trial: true }),
  },
  'imports.lines': { may: managers, row: its => ({ id: its.import }) },
  'imports.faults': { may: managers, row: its => ({ id: its.import }) },
  'imports.cancel': { may: managers, row: its => ({ id: its.import }) },
  'books.read': {
    may: employees,
    row: its => ({ book: 'herd', format: 'xlsx', from: '2026-01-01', until: '2026-12-31', location_id: its.place }),
  },
  'books.exchange': { may: employees, row: () => ({ from: '2026-01-01', until: '2026-12-31' }) },
  'registerExports.stream': { may: employees, row: () => ({ type: 'animal' }) },
  'registerNames.stream': { may: employees, row: () => ({ type: 'animal' }) },
  'exports.stream': { may: [...employees, 'guest'] },
  'exports.list': { may: [...employees, 'guest'] },
  'exports.begin': { may: [...employees, 'guest'], row: () => ({ format: 'csv', filters: {} }) },
  'exports.get': { may: managers, row: its => ({ id: its.export }) },
  'exports.fetch': { may: managers, row: its => ({ id: its.export }) },
  'exports.cancel': { may: managers, row: its => ({ id: its.export }) },
  'documents.list': own,
  'documents.begin': { may: managers, row: its => ({ kind: 'report', record_id: its.savedReport }) },
  'documents.get': { may: managers, row: its => ({ id: its.document }) },
  'documents.fetch': {
    may: managers,
    row: its => ({ id: its.document }),
  },
  'reviews.review': { may: managers, row: its => ({ id: its.submission, state: 'approved' }) },
  'reviews.comments': { may: employees, row: its => ({ id: its.submission }) },
  'reviews.comment': { may: employees, row: its => ({ id: its.submission, text: 'Which leg?' }) },
  'reviews.people': { may: employees, row: its => ({ id: its.submission }) },

  'notices.list': { may: employees },
  'notices.read': { may: employees },
  'notices.unreadCount': { may: employees },
  'notices.preferences': { may: employees },
  'notices.setPreferences': { may: employees },
  'notices.test': { may: employees },
  'notices.mutes': { may: employees },
  'notices.mute': { may: employees, row: () => ({ notice_id: uuid, what: 'thing' }), unless: 'not_found' },
  'notices.unmute': { may: employees, row: its => ({ id: its.task }), unless: 'not_found' },
  'notices.push': { may: employees },
  'notices.subscribe': { may: employees, unless: 'invalid' },
  'notices.unsubscribe': { may: employees },

  'tasks.list': { may: managers },
  'tasks.create': {
    may: managers,
    row: its => ({
      title: 'Do it',
      starts_at: '2026-01-01T07:00',
      timezone: 'UTC',
      assignees: [{ type: 'user', id: its.user }],
    }),
  },
  'tasks.get': { may: managers, row: its => ({ id: its.task }) },
  'tasks.update': { may: managers, row: its => ({ id: its.task, title: 'Other' }) },
  'tasks.remove': { may: managers, row: its => ({ id: its.task }) },
  'tasks.restore': { may: managers, row: its => ({ id: its.task }) },
  'tasks.preview': { may: managers },
  'tasks.pause': { may: managers, row: its => ({ id: its.task }) },
  'tasks.resume': { may: managers, row: its => ({ id: its.task }) },
  'tasks.end': { may: managers, row: its => ({ id: its.task }) },
  'tasks.sent': { may: employees },
  'tasks.getSent': { may: employees, row: its => ({ id: its.sent }) },
  'tasks.completeSent': { may: employees, row: its => ({ id: its.sent }) },
  'tasks.skipSent': { may: employees, row: its => ({ id: its.sent, reason: 'Rain' }) },
  'tasks.reopenSent': { may: employees, row: its => ({ id: its.sent }) },
  'tasks.correct': { may: employees, row: its => ({ id: its.sent }), unless: 'not_corrective' },
  'tasks.calendar': {
    may: employees,
    row: its => ({ company_id: its.company, start_date: '2026-11-01', end_date: '2026-11-30' }),
  },
  'tasks.companyCalendar': {
    may: managers,
    row: its => ({ company_id: its.company, start_date: '2026-11-01', end_date: '2026-11-30' }),
  },
  'tasks.sheet': { may: managers, row: its => ({ company_id: its.company, date: '2026-11-23' }) },
  'tasks.newCount': { may: employees, row: its => ({ company_id: its.company }) },
  'tasks.company': { may: managers, row: company },
  'tasks.board': { may: managers, row: company },
  'tasks.give': {
    may: managers,
    row: (its, mine) => ({ sent_task_ids: [its.sent], user_id: mine.user }),
    unless: 'invalid',
  },

  'messaging.list': { may: employees },
  'messaging.create': { may: employees, row: its => ({ type: 'private', user_ids: [its.user] }), unless: 'forbidden' },
  'messaging.sendSubmission': {
    may: employees,
    row: its => ({ form_submission_id: its.submission, conversation_id: its.conversation }),
  },
  'messaging.sendTask': {
    may: employees,
    row: its => ({ task_sent_id: its.sent, conversation_id: its.conversation }),
  },
  'messaging.get': { may: employees, row: conversation() },
  'messaging.update': { may: employees, row: conversation({ title: 'Ours' }) },
  'messaging.remove': { may: employees, row: conversation() },
  'messaging.own': { may: employees, row: conversation({ is_muted: true }) },
  'messaging.messages': { may: employees, row: conversation() },
  'messaging.post': { may: employees, row: conversation({ message_text: 'Good morning' }) },
  'messaging.search': { may: employees, row: conversation({ q: 'morning' }) },
  'messaging.searchAll': { may: employees, row: () => ({ q: 'morning' }) },
  'messaging.files': { may: employees, row: conversation() },
  'messaging.pinned': { may: employees, row: conversation() },
  'messaging.leave': { may: employees, row: conversation() },
  'messaging.read': { may: employees, row: conversation() },
  'messaging.addUser': { may: employees, row: its => ({ id: its.conversation, user_id: its.user }) },
  'messaging.removeUser': { may: employees, row: its => ({ id: its.conversation, user_id: its.user }) },
  'messaging.take': { may: admins, row: conversation() },
  'messaging.edit': { may: employees, row: message({ message_text: 'Good evening' }), unless: 'forbidden' },
  'messaging.removeMessage': { may: employees, row: message(), unless: 'forbidden' },
  'messaging.readMessage': { may: employees, row: message() },
  'messaging.versions': { may: employees, row: message() },
  'messaging.reads': { may: employees, row: message() },
  'messaging.react': { may: employees, row: message({ emoji: '👍' }) },
  'messaging.pin': { may: employees, row: message() },
  'messaging.acknowledge': { may: employees, row: message(), unless: 'forbidden' },
  'messaging.report': { may: employees, row: message({ reason: 'abuse' }), unless: 'forbidden' },
  'messaging.reports': { may: managers, unless: 'forbidden' },
  'messaging.handleReport': { may: managers, row: its => ({ id: its.report }), unless: 'forbidden' },
  'messaging.unreadNotifications': { may: employees },
  'messaging.markNotification': { may: employees, row: message() },
  'messaging.unreadCount': { may: employees },
  'messaging.available': { may: employees },
  'messaging.availableInCompany': { may: employees, row: its => ({ company_id: its.company }) },
  'messaging.block': { may: employees, row: its => ({ id: its.user }), unless: 'forbidden' },
  'messaging.preferences': { may: employees },
  'messaging.setPreferences': { may: employees, unless: 'forbidden' },
  'messaging.retention': { may: employees },
  'messaging.setRetention': { may: managers, row: () => ({ days: 365 }), unless: 'forbidden' },
  'messaging.debugConfig': { may: admins },
  'messaging.testBroadcast': { may: admins, row: conversation() },
}
