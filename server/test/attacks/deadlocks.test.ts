/** Calls that change the same rows at once lock them in one order: PostgreSQL finds no circle and breaks none off. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { animalEvents, groupEvents } from '#shared/animal-events/contract.ts'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { reviews } from '#shared/reviews/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { atOnce } from '../atOnce.ts'
import { goodAnswers, publishedForm } from '../forms.ts'
import { company, type Person, platform } from '../people.ts'
import { begin } from '../submissions.ts'
import { sendTask } from '../tasks.ts'

type Call = () => Promise<{ statusCode: number; body: string }>
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
    skip: () => hand.send(tasks.skipSent, { id, reason: 'Rain' }),
    reopen: () => hand.send(tasks.reopenSent, { id }),
    change: () => boss.send(tasks.update, { id: task_id, title: 'Count', assignees: both }),
    archive: () => boss.send(tasks.remove, { id: task_id }),
    completeSeries: () => hand.send(tasks.completeSent, { id: ofSeries?.id ?? 0 }),
    skipSeries: () => hand.send(tasks.skipSent, { id: ofSeries?.id ?? 0, reason: 'Rain' }),
    changeSeries: () => boss.send(tasks.update, { id: series.id, scope: 'all', due_after: 'PT3H', assignees: both }),
    pauseSeries: () => boss.send(tasks.pause, { id: series.id }),
    resumeSeries: () => boss.send(tasks.resume, { id: series.id }),
    archiveSeries: () => boss.send(tasks.remove, { id: series.id, scope: 'all' }),
    completeForm: () => hand.send(submissions.complete, { id: submission.id, answers: goodAnswers }),
    skipOfForm: () => hand.send(tasks.skipSent, { id: ofForm, reason: 'Rain' }),
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
    restore: () => boss.send(submissions.restore, { id }),
    update: () => hand.send(submissions.update, { id: draft.id, answers }),
    complete: () => hand.send(submissions.complete, { id: draft.id, answers }),
    removeDraft: () => hand.send(submissions.remove, { id: draft.id }),
    publishForm: () => boss.send(forms.publish, { id: form.id }),
    closeForm: () => boss.send(forms.update, { id: form.id, status: 'closed' }),
    archiveForm: () => boss.send(forms.remove, { id: form.id }),
    restoreForm: () => boss.send(forms.restore, { id: form.id }),
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
    restore: () => boss.send(animals.restore, { id: daisy.id }),
    status: () => boss.send(animals.setStatus, { id: daisy.id, state: 'stop', reason: 'Lame' }),
    event: () => hand.send(animalEvents.create, { id: daisy.id, ...ill }),
    withhold: () => hand.send(animalEvents.withhold, { id: twice.id, cause: 'other', product: 'milk', until }),
    groupEvent: () => hand.send(groupEvents.create, { id: one.id, ...ill }),
    move: () => boss.send(groupEvents.move, { id: one.id, day, location_id: null }),
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
    roleBack: () => boss.send(companies.changeRole, { ...person, role_id: 3000 }),
    freeze: () => boss.send(companies.freeze, person),
    thaw: () => boss.send(companies.thaw, person),
    remove: () => boss.send(companies.removeMember, person),
    give: () => boss.send(tasks.create, { title: 'Count', assignees: [{ user_id: hand.id }] }),
    addUser: () => boss.send(messaging.addUser, { id: talk, user_id: hand.id }),
    post: () => boss.send(messaging.post, { id: talk, message_text: 'Morning', mentions: [hand.id] }),
  }
}

/** How often PostgreSQL broke a circle of this database off; its counters are written when a connection rests. */
async function deadlocks(): Promise<number> {
  const { rows } = await platform(db =>
    db.execute<{ deadlocks: number }>(
      sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
    ),
  )
  return rows[0]?.deadlocks ?? 0
}

const areas = { aboutTasks, aboutSubmissions, aboutTalks, aboutAnimals, aboutMembers }

/** Rounds of an area; each makes every pair of neighbours in another order meet. */
const rounds = 2

test.each(Object.keys(areas) as (keyof typeof areas)[])(
  'calls that change the same rows at once break none of them off: %s',
  async area => {
    const before = await deadlocks()
    const wrong: string[] = []
    for (let round = 0; round < rounds; round++) {
      const farm = await company()
      const [boss, hand] = [await farm.manager(), await farm.worker()]
      const calls = Object.entries(await areas[area](boss, hand))
      // Every call meets every other: forwards, backwards, and each twice.
      const order = round % 2 ? calls.toReversed() : calls
      const all = [...order, ...order.toReversed()]
      const answers = await atOnce(all.length, async index => {
        const [name, call] = all[index] as (typeof calls)[number]
        return { name, ...(await call()) }
      })
      for (const { name, statusCode, body } of answers)
        if (statusCode >= 500) wrong.push(`${name}: ${statusCode} ${body.slice(0, 200)}`)
        else if (process.env.SHOW_ANSWERS)
          process.stdout.write(`${area} ${name}: ${statusCode} ${body.slice(0, 100)}\n`)
    }
    expect(wrong).toEqual([])
    expect(await deadlocks()).toBe(before)
  },
  60_000,
)
