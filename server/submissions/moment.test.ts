/**
 * One moment: a submission is worked out for when its person pressed Complete, and everything that follows goes by
 * that.
 */
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { forms } from '#shared/forms/contract.ts'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { calculated, formOf, number, section, yesNo } from '#testing/forms/scenarios/language.ts'
import { mailsTo } from '../test/mails.ts'
import { company, type Person } from '../test/people.ts'
import { begin, inPast } from '../test/submissions.ts'
import { filledIn, linkOf, visit } from '../test/visitors.ts'

const day = 86_400_000

const task = (title: string) => ({
  title: { en: title },
  priority: 'normal' as const,
  due_after: 'P1D',
  assignee: 'manager' as const,
})

async function published(boss: Person, definition: ReturnType<typeof formOf>) {
  const { id } = await boss.call(forms.create, { name: { en: 'Walk' }, definition })
  return boss.call(forms.publish, { id })
}

/**
 * Yesterday, half an hour before midnight where the person is, which is another day than the server's in every zone.
 */
const lateYesterday = () =>
  Temporal.Now.zonedDateTimeISO('Pacific/Kiritimati').subtract({ days: 1 }).with({ hour: 23, minute: 30 })

test('a trigger on today() opens its task and sends its notice by the same local clock', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const at = lateYesterday()
  const form = await published(boss, {
    ...formOf([section('main', yesNo('ok'), calculated('day', "format-date(today(), '%Y-%m-%d')"))]),
    triggers: [
      {
        id: 'that_day',
        when: { on: 'answers', holds: `format-date(today(), '%Y-%m-%d') = '${at.toPlainDate()}'` },
        task: task('On that day'),
        notify: { to: ['manager'] },
      },
    ],
  })
  const draft = await begin(hand, form, { started_at: at.subtract({ hours: 1 }).toInstant().toString() })
  const device_time = at.toString({ timeZoneName: 'never', fractionalSecondDigits: 3 })
  const done = await hand.call(submissions.complete, { id: draft.id, answers: { ok: { value: 'yes' } }, device_time })

  expect(done.answers.day?.value).toBe(at.toPlainDate().toString())
  expect(done.tasks).toMatchObject([{ title: 'On that day' }])
  await expect.poll(() => mailsTo(boss.email), { timeout: 15_000 }).toHaveLength(1)
})

test('lists and days use the device’s time, its zone is stored, and the receipt has the server’s', async () => {
  const farm = await company({ timeZone: 'Pacific/Kiritimati' })
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await published(boss, formOf([section('main', yesNo('ok'))]))
  const at = lateYesterday()
  const device_time = at.toString({ timeZoneName: 'never', fractionalSecondDigits: 3 })
  const started_at = at.subtract({ hours: 1 }).toInstant().toString()
  const [late, early] = [await begin(hand, form, { started_at }), await begin(hand, form)]
  const answers = { ok: { value: 'yes' } }
  const first = await hand.call(submissions.complete, { id: early.id, answers })
  const done = await hand.call(submissions.complete, { id: late.id, answers, device_time })

  expect(done).toMatchObject({ device_time, completed_at: new Date(at.epochMilliseconds).toISOString() })
  expect(done.received_at).toBe(done.receipt?.server_time)
  expect(Date.parse(done.received_at ?? '')).toBeGreaterThan(at.epochMilliseconds)
  expect(first).toMatchObject({ device_time: null, completed_at: first.received_at })
  const latest = await boss.call(submissions.list, { sort: '-completed_at' })
  expect(latest.data.map(({ id }) => id)).toEqual([early.id, late.id])
  const day = at.toPlainDate().toString()
  expect((await boss.call(submissions.list, { from: day, to: day })).data.map(({ id }) => id)).toEqual([late.id])
})

test('a clock that is wrong by more than an hour ahead or a year behind is not believed', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await published(boss, formOf([section('main', yesNo('ok'))]))
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()
  for (const device_time of [minutes(62), '2199-01-01T00:00:00Z', '1970-01-01T00:03:00+02:00', minutes(20)]) {
    const { id } = await begin(hand, form)
    const done = await hand.call(submissions.complete, { id, answers: { ok: { value: 'yes' } }, device_time })
    expect(done).toMatchObject({ device_time, completed_at: done.received_at })
  }
})

test('nobody completes a form before they began it, nor a version a week before there was one', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await published(boss, formOf([section('main', yesNo('ok'))]))
  const answers = { ok: { value: 'yes' } }
  const days = (count: number) => new Date(Date.now() + count * day).toISOString()
  const draft = await begin(hand, form)
  const early = await hand.call(submissions.complete, { id: draft.id, answers, device_time: days(-300) })
  expect(early.completed_at).toBe(draft.started_at)

  await inPast(form, hand, 60)
  const late = await begin(hand, form, { version: 1, started_at: days(-40) })
  const { id } = await begin(hand, form, { version: 1, started_at: days(-40) })
  const done = await hand.call(submissions.complete, { id: late.id, answers, device_time: days(-39) })
  expect(done.completed_at?.slice(0, 10)).toBe(days(-39).slice(0, 10))

  await boss.call(forms.update, { id: form.id, definition: formOf([section('main', yesNo('ok'), yesNo('dry'))]) })
  const newer = await boss.call(forms.publish, { id: form.id })
  const all = { ...answers, dry: { value: 'yes' } }
  const over = await hand.call(submissions.complete, { id, version: 2, answers: all, device_time: days(-39) })
  expect(newer.version).toBe(2)
  expect(over.completed_at?.slice(0, 10)).toBe(days(-7).slice(0, 10))
})

test('a copy that is brought in was not begun before there was the form', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await published(boss, formOf([section('main', yesNo('ok'))]))
  const copy = (started_at: string) =>
    boss.call(submissions.import, {
      ...{ form_id: form.id, uuid: crypto.randomUUID(), version: 1, started_at },
      written_by: { id: hand.id, name: hand.name },
    })
  const before = new Date(Date.now() - 3 * day).toISOString()
  expect(await copy(before)).toMatchObject({ started_at: before })
  expect(Date.parse((await copy('1970-01-01T00:00:00Z')).started_at)).toBeGreaterThan(Date.now() - day)
})

test('a visitor whose device does not say when it began began before it completed', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const form = await published(boss, formOf([section('main', yesNo('ok'))]))
  const link = await linkOf(boss, form)
  const device_time = new Date(Date.now() - 3 * 3600_000).toISOString()
  const { uuid } = await visit(publicForms.submit, filledIn(link, { answers: { ok: { value: 'yes' } }, device_time }))
  const [sent] = (await boss.call(submissions.list, { uuid })).data
  expect(sent).toMatchObject({ completed_at: device_time, started_at: device_time })
})

test('a trigger that asks for last time’s answers opens its task, for the same person and subject only', async () => {
  const farm = await company()
  const [boss, hand, other] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const form = await published(boss, {
    ...formOf([
      section('main', {
        ...number('weight'),
        triggers: [{ id: 'lost', when: '. < ${last-saved#weight}', require_note: true, task: task('It lost weight') }],
      }),
    ]),
    triggers: [
      {
        id: 'less',
        when: { on: 'answers', holds: '${weight} < ${last-saved#weight}' },
        task: task('Less than before'),
        demand: { question: 'weight', photo: true },
      },
    ],
  })
  const weigh = async (person: Person, value: number) => {
    const { id } = await begin(person, form)
    return (await person.call(submissions.complete, { id, answers: { weight: { value } } })).tasks.map(one => one.title)
  }

  expect(await weigh(hand, 80)).toEqual([])
  expect(await weigh(other, 70)).toEqual([])
  expect(await weigh(hand, 81)).toEqual([])
  expect(await weigh(hand, 75)).toEqual(['It lost weight', 'Less than before'])
  expect(await weigh(other, 71)).toEqual([])
})
