/**
 * Calls that change the same rows at once lock them in one order: PostgreSQL finds no circle and breaks none off. Each
 * pair of calls of an area meets on rows of its own, so that nothing which another pair did keeps one from acting.
 */
import { sql } from 'drizzle-orm'
import { Query } from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { animalEvents, groupEvents } from '#shared/animal-events/contract.ts'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { findings } from '#shared/findings/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { reviews } from '#shared/reviews/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { atOnce } from '../atOnce.ts'
import { goodAnswers, lameAnswers, publishedForm, stopping } from '../forms.ts'
import { company, type Person, platform } from '../people.ts'
import { begin, complete } from '../submissions.ts'
import { sendTask } from '../tasks.ts'

type Answer = { statusCode: number; body: string }
/** A call, or the name of one that comes first, because without it this one has nothing to do. */
type Call = (() => Promise<Answer>) | { after: string; send: () => Promise<Answer> }
/** Makes rows, and gives the calls that are made against each other on them. */
type Arrangement = (boss: Person, hand: Person) => Promise<Record<string, Call>>

const aboutTasks: Arrangement = async (boss, hand) => {
  const form = await publishedForm(boss)
  const { id, task_id } = await sendTask(boss, hand)
  const { id: ofForm, task_id: formTask } = await sendTask(boss, hand, { form_id: form.id })
  const submission = await begin(hand, form, { task_sent_id: ofForm })
  const series = await boss.call(tasks.create, {
    ...{ title: 'Feed', assignees: [{ user_id: hand.id }], recurrence: 'FREQ=DAILY', counted_from: 'completion' },
  } as const)
  const ofSeries = (await hand.call(tasks.sent, { per_page: 100 })).data.find(({ task_id }) => task_id === series.id)
  const both = [{ user_id: hand.id }, { user_id: boss.id }]
  return {
    complete: () => hand.send(tasks.completeSent, { id }),
    skip: () => hand.send(tasks.skipSent, { id, skipped_reason: 'Rain' }),
    reopen: { after: 'complete', send: () => hand.send(tasks.reopenSent, { id }) },
    change: () => boss.send(tasks.update, { id: task_id, title: 'Count', assignees: both }),
    archive: () => boss.send(tasks.remove, { id: task_id }),
    completeSeries: () => hand.send(tasks.completeSent, { id: ofSeries?.id ?? 0 }),
    skipSeries: () => hand.send(tasks.skipSent, { id: ofSeries?.id ?? 0, skipped_reason: 'Rain' }),
    changeSeries: () => boss.send(tasks.update, { id: series.id, scope: 'all', due_after: 'PT3H', assignees: both }),
    pauseSeries: () => boss.send(tasks.pause, { id: series.id }),
    resumeSeries: { after: 'pauseSeries', send: () => boss.send(tasks.resume, { id: series.id }) },
    archiveSeries: () => boss.send(tasks.remove, { id: series.id, scope: 'all' }),
    completeForm: () => hand.send(submissions.complete, { id: submission.id, answers: goodAnswers }),
    skipOfForm: () => hand.send(tasks.skipSent, { id: ofForm, skipped_reason: 'Rain' }),
    changeOfForm: () => boss.send(tasks.update, { id: formTask, title: 'Look', assignees: both }),
    archiveForm: () => boss.send(forms.remove, { id: form.id, open_tasks: 'end' }),
    publishForm: () => boss.send(forms.publish, { id: form.id }),
  }
}

const aboutSubmissions: Arrangement = async (boss, hand) => {
  const form = await publishedForm(boss)
  const { id } = await begin(hand, form)
  const { revision } = await hand.call(submissions.complete, { id, answers: goodAnswers })
  const draft = await begin(hand, form)
  const answers = { ...goodAnswers, remark: { value: 'Again' } }
  return {
    correct: () => boss.send(corrections.correct, { id, revision, answers, reason: 'It was forgotten' }),
    review: () => boss.send(reviews.review, { id, state: 'rejected', reason: 'Which leg?' }),
    approve: () => boss.send(reviews.review, { id, state: 'approved' }),
    comment: () => boss.send(reviews.comment, { id, text: 'Which leg?', mentions: [hand.id] }),
    archive: () => boss.send(submissions.remove, { id }),
    restore: { after: 'archive', send: () => boss.send(submissions.restore, { id }) },
    update: () => hand.send(submissions.update, { id: draft.id, answers }),
    complete: () => hand.send(submissions.complete, { id: draft.id, answers }),
    removeDraft: () => hand.send(submissions.remove, { id: draft.id }),
    publishForm: () => boss.send(forms.publish, { id: form.id }),
    closeForm: () => boss.send(forms.update, { id: form.id, status: 'closed' }),
    archiveForm: () => boss.send(forms.remove, { id: form.id }),
    restoreForm: { after: 'archiveForm', send: () => boss.send(forms.restore, { id: form.id }) },
  }
}

/** What closes a finding about a place and what says something of the place, by the same order of locks. */
const aboutFindings: Arrangement = async (boss, hand) => {
  const form = await publishedForm(boss, stopping({ proof: 'none' }))
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const subjects = [{ type: 'location', id: barn.id, name: barn.name } as const]
  const { id, revision } = await complete(hand, form, { ...lameAnswers, bedding: { value: 'dry' } }, { subjects })
  const finding = { id: (await boss.call(findings.list, { submission_id: id })).data[0]?.id ?? 0 }
  const task = { id: (await boss.call(tasks.sent, { state: 'open' })).data[0]?.id ?? 0 }
  const [well, bad] = [await begin(hand, form, { subjects }), await begin(boss, form, { subjects })]
  return {
    well: () => hand.send(submissions.complete, { id: well.id, answers: goodAnswers }),
    bad: () => boss.send(submissions.complete, { id: bad.id, answers: lameAnswers }),
    settle: () => boss.send(findings.settle, { ...finding, reason: 'The vet was here' }),
    reopen: { after: 'settle', send: () => boss.send(findings.reopen, finding) },
    complete: () => boss.send(tasks.completeSent, { ...task, note: 'Trimmed the claw' }),
    correct: () => boss.send(corrections.correct, { id, revision, answers: goodAnswers, reason: 'Other pen' }),
    archive: () => boss.send(submissions.remove, { id }),
    restore: { after: 'archive', send: () => boss.send(submissions.restore, { id }) },
    status: () => boss.send(locations.setStatus, { id: barn.id, state: 'attention', reason: 'Wet' }),
  }
}

const aboutTalks: Arrangement = async (boss, hand) => {
  const { id } = await boss.call(messaging.create, { type: 'group', title: 'Barn', user_ids: [hand.id] })
  const said = await boss.call(messaging.post, { id, message_text: 'Good morning' })
  const other = { user_id: hand.id }
  return {
    post: () => hand.send(messaging.post, { id, message_text: 'Morning', reply_to_id: said.id }),
    urgent: () => boss.send(messaging.post, { id, message_text: 'Come', is_urgent: true }),
    edit: () => boss.send(messaging.edit, { id: said.id, message_text: 'Good evening' }),
    removeMessage: () => boss.send(messaging.removeMessage, { id: said.id }),
    react: () => hand.send(messaging.react, { id: said.id, emoji: '👍' }),
    pin: () => hand.send(messaging.pin, { id: said.id }),
    read: () => hand.send(messaging.read, { id }),
    readMessage: () => hand.send(messaging.readMessage, { id: said.id }),
    addUser: () => boss.send(messaging.addUser, { id, ...other }),
    removeUser: () => boss.send(messaging.removeUser, { id, ...other }),
    leave: () => hand.send(messaging.leave, { id }),
    rename: () => boss.send(messaging.update, { id, title: 'Byre' }),
  }
}

const aboutAnimals: Arrangement = async (boss, hand) => {
  const [one, two] = [
    await boss.call(animalGroups.create, { name: 'Herd' }),
    await boss.call(animalGroups.create, { name: 'Flock' }),
  ]
  const barn = await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  const cow = (name: string, animal_group_id: number) =>
    boss.call(animals.create, { name, species: 'cattle', animal_group_id })
  const [daisy, twice] = [await cow('Daisy', one.id), await cow('Bella', two.id)]
  const day = new Date().toISOString().slice(0, 10)
  const ill = { day, state: 'done', details: { type: 'observation' } } as const
  const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  return {
    change: () => boss.send(animals.update, { id: daisy.id, animal_group_id: two.id }),
    changeOther: () => boss.send(animals.update, { id: twice.id, animal_group_id: one.id, mother_id: daisy.id }),
    merge: () => boss.send(animals.merge, { id: daisy.id, duplicate_id: twice.id }),
    mergeOtherWay: () => boss.send(animals.merge, { id: twice.id, duplicate_id: daisy.id }),
    archive: () => boss.send(animals.remove, { id: daisy.id }),
    restore: { after: 'archive', send: () => boss.send(animals.restore, { id: daisy.id }) },
    status: () => boss.send(animals.setStatus, { id: daisy.id, state: 'stop', reason: 'Lame' }),
    event: () => hand.send(animalEvents.create, { id: daisy.id, ...ill }),
    withhold: () => hand.send(animalEvents.withhold, { id: twice.id, cause: 'other', product: 'milk', until }),
    groupEvent: () => hand.send(groupEvents.create, { id: one.id, ...ill }),
    move: () => boss.send(groupEvents.move, { id: one.id, day, location_id: barn.id }),
    changeGroup: () => boss.send(animalGroups.update, { id: one.id, name: 'Herd 2' }),
    archiveGroup: () => boss.send(animalGroups.remove, { id: one.id }),
    task: () =>
      boss.send(tasks.create, {
        ...{ title: 'Look', assignees: [{ user_id: hand.id }] },
        subjects: [
          { type: 'animal', id: twice.id },
          { type: 'animal', id: daisy.id },
        ],
      }),
  }
}

const aboutMembers: Arrangement = async (boss, hand) => {
  const { company_id: id } = await boss.call(tasks.create, { title: 'Feed', assignees: [{ role_id: 3000 }] })
  const { id: talk } = await boss.call(messaging.create, { type: 'group', title: 'Barn', user_ids: [hand.id] })
  const person = { id, user_id: hand.id }
  return {
    role: () => boss.send(companies.changeRole, { ...person, role_id: 2000 }),
    roleBack: { after: 'role', send: () => boss.send(companies.changeRole, { ...person, role_id: 3000 }) },
    freeze: () => boss.send(companies.freeze, person),
    thaw: { after: 'freeze', send: () => boss.send(companies.thaw, person) },
    remove: () => boss.send(companies.removeMember, person),
    give: () => boss.send(tasks.create, { title: 'Count', assignees: [{ user_id: hand.id }] }),
    addUser: () => boss.send(messaging.addUser, { id: talk, user_id: hand.id }),
    post: () => boss.send(messaging.post, { id: talk, message_text: 'Morning', mentions: [hand.id] }),
  }
}

const areas = { aboutTasks, aboutSubmissions, aboutFindings, aboutTalks, aboutAnimals, aboutMembers }

/** The long run has every pair meet so often, each time in the other order; otherwise each call meets a third. */
const rounds = process.env.LONG ? 6 : 1
const isAsked = ([one, other]: [number, number]) => Boolean(process.env.LONG) || (one + other) % 3 === 0
/** Who of a pair comes first is chance. So often a call that came too late each time meets its others again. */
const maxAgain = 5
/** Pairs that are under way at once, on different rows. */
const together = 4

/** Circles that PostgreSQL told any connection of this process of, those of jobs included, and what broke off. */
let circles: string[] = []
type Hearing = { handleError(error: { code?: string; where?: string }, connection: unknown): void }
const queries = Query.prototype as unknown as Hearing
const hear = queries.handleError
// A connection looks this method up at each failure, so those that earlier tests of the process opened are heard too.
queries.handleError = function (error, connection) {
  if (error.code === '40P01') circles.push(error.where ?? '')
  hear.call(this, error, connection)
}
beforeEach(() => {
  circles = []
})

test('a circle that PostgreSQL breaks off is heard at once', async () => {
  const farms = [await company(), await company()]
  const rename = (id: number) => sql`update companies set name = name where id = ${id}`
  let arrived = 0
  let meet = () => {}
  const met = new Promise<void>(resolve => {
    meet = resolve
  })
  const [one = 0, other = 0] = farms.map(({ id }) => id)
  const outcomes = await Promise.allSettled(
    [
      [one, other],
      [other, one],
    ].map(([first = 0, second = 0]) =>
      platform(async db => {
        await db.execute(rename(first))
        if (++arrived === 2) meet()
        await met
        await db.execute(rename(second))
      }),
    ),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(circles).toHaveLength(1)
})

const sendOf = (call: Call) => (typeof call === 'function' ? call : call.send)
/** A call that was done, or came too late for the other, has locked what both are about. */
const hasActed = ({ statusCode }: Answer) => statusCode < 300 || statusCode === 409

type Met = { names: [string, string]; answers: [Answer, Answer] }

async function meetOnOwnRows(area: Arrangement, at: [number, number]): Promise<Met> {
  const farm = await company()
  const calls = await area(await farm.manager(), await farm.worker())
  const names = at.map(index => Object.keys(calls)[index]) as Met['names']
  for (const name of new Set(names)) {
    const call = calls[name] as Call
    // A pair of a call and what comes before it begins with that done too, so both have something to do.
    if (typeof call === 'function') continue
    const first = await sendOf(calls[call.after] as Call)()
    if (!hasActed(first)) throw new Error(`${call.after} before ${name}: ${first.statusCode} ${first.body}`)
  }
  const [one, other] = names.map(name => sendOf(calls[name] as Call))
  if (!one || !other) throw new Error('A pair has two calls.')
  return { names, answers: await Promise.all([one(), other()]) }
}

/** The share of an area's pairs of which both calls act; in the rest one archives what the other is about. */
const floors = {
  ...{ aboutTasks: 0.9, aboutSubmissions: 0.9, aboutFindings: 0.8, aboutTalks: 0.8 },
  ...{ aboutAnimals: 0.85, aboutMembers: 0.7 },
}

test.each(Object.keys(areas) as (keyof typeof areas)[])(
  'calls that change the same rows at once break none of them off: %s',
  async area => {
    const farm = await company()
    const names = Object.keys(await areas[area](await farm.manager(), await farm.worker()))
    const indexes = names.map((_, index) => index)
    const pairs = indexes
      .flatMap(one => indexes.slice(one).map(other => [one, other] as [number, number]))
      .filter(isAsked)
    const waiting = Array.from({ length: rounds }, (_, round) =>
      pairs.map(([one, other]) => (round % 2 ? [other, one] : [one, other]) as [number, number]),
    ).flat()
    const met: Met[] = []
    // Every connection is open before, so that the calls really meet.
    await atOnce(together, async () => {
      for (let pair = waiting.shift(); pair; pair = waiting.shift()) met.push(await meetOnOwnRows(areas[area], pair))
    })
    const actedAmong = (all: Met[]) => all.filter(({ answers }) => answers.every(hasActed))
    const acted = actedAmong(met)
    const share = acted.length / met.length
    const idleOnes = () => names.filter(name => !actedAmong(met).some(pair => pair.names.includes(name)))
    for (let again = 0; again < maxAgain && idleOnes().length > 0; again++) {
      const idle = idleOnes().map(name => names.indexOf(name))
      for (const [one, other] of pairs.filter(pair => pair.some(index => idle.includes(index))))
        met.push(await meetOnOwnRows(areas[area], again % 2 ? [one, other] : [other, one]))
    }
    if (process.env.SHOW_ANSWERS)
      for (const { names, answers } of met)
        process.stdout.write(
          `${area} ${names.join(' ')}: ${answers.map(({ statusCode }) => statusCode).join(' ')} ` +
            `${answers.find(answer => !hasActed(answer))?.body.slice(0, 120) ?? ''}\n`,
        )
    expect(met.filter(({ answers }) => answers.some(({ statusCode }) => statusCode >= 500))).toEqual([])
    expect(circles).toEqual([])
    expect(share, `${area}: ${acted.length} acted`).toBeGreaterThanOrEqual(floors[area])
    expect(idleOnes(), 'calls that act in no pair').toEqual([])
  },
  300_000,
)
