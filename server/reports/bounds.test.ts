/**
 * What a report asks of the server, however large its forms are: it is worked out on the thread that answers everybody.
 */
import { expect, test } from 'vitest'
import type { Definition } from '#shared/forms/definition.ts'
import { reports } from '#shared/reports/contract.ts'
import { submissions } from '../submissions/table.ts'
import { expectOthersServed, waitedDuring } from '../test/attacks/innocents.ts'
import { goodAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { company, type Person, platform } from '../test/people.ts'
import { complete } from '../test/submissions.ts'
import { maxCounted } from './counting/answers.ts'
import { maxRead } from './counting/totals.ts'
import { maxExported } from './export.ts'

const [sections, questions, choices, weeks] = [4, 500, 600, 12]

/** Two thousand questions, of which most offer the same six hundred choices. */
const huge: Definition = {
  schema: 1,
  default_language: 'en',
  choice_sets: [
    {
      id: 'breeds',
      choices: Array.from({ length: choices }, (_, at) => ({
        id: `c${at}`,
        label: { en: `C ${at}` },
        fails: at === 0,
      })),
    },
  ],
  sections: Array.from({ length: sections }, (_, section) => ({
    id: `s${section}`,
    title: { en: 'Section' },
    questions: Array.from({ length: questions }, (_, at) => {
      const question = { id: `q${section * questions + at}`, label: { en: 'Question' } }
      return section === 0
        ? { ...question, type: 'yes_no' as const, good: 'yes' as const }
        : { ...question, type: 'single_choice' as const, choice_set: 'breeds', choices: [] }
    }),
  })),
}

/** A report of that form, of which somebody answered everything each week. */
async function reportOfHuge(boss: Person, companyId: number) {
  const form = await publishedForm(boss, huge)
  for (let week = 0; week < weeks; week++) {
    const at = new Date(Date.now() - week * 7 * 24 * 3600_000)
    const answers = Object.fromEntries(
      Array.from({ length: sections * questions }, (_, at) => [
        `q${at}`,
        { value: at < questions ? 'yes' : `c${(at + week) % choices}` },
      ]),
    )
    await platform(db =>
      db.insert(submissions).values({
        ...{ companyId, uuid: crypto.randomUUID(), formId: form.id, formVersionId: form.published?.id ?? 0, answers },
        ...{ userId: boss.id, status: 'complete', startedAt: at, completedAt: at, receivedAt: at },
      }),
    )
  }
  return boss.call(reports.create, { name: 'Huge', form_id: form.id })
}

test('a report of thousands of questions delays nobody, and shows as many choices as people read', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const { id } = await reportOfHuge(boss, farm.id)
  const waited = await waitedDuring(async () => [await boss.send(reports.data, { id })])
  expect(waited.statuses).toEqual([200])
  expectOthersServed('a report of 2,000 questions', waited)

  const { distribution, heat_map } = await boss.call(reports.data, { id })
  expect(distribution).toHaveLength(sections * questions)
  const shown = distribution?.map(one => one.choices?.length ?? 0) ?? []
  expect(shown[questions]).toBe(choices)
  expect(shown.at(-1)).toBe(weeks)
  expect(shown.reduce((sum, one) => sum + one, 0)).toBeLessThan(50_000)
  expect(heat_map).toHaveLength(100)
  expect(heat_map?.[0]?.judged).toBe(weeks)
}, 120_000)

test('a report of more than one can show, or one file holds, is refused, and says what to choose', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss)
  await complete(boss, form)
  const { id } = await boss.call(reports.create, { name: 'All', form_id: form.id })
  const refused = { status: 413, code: 'too_large', message: expect.stringContaining('fewer forms') }
  const { lines } = maxCounted
  maxCounted.lines = 2
  expect(await boss.refused(reports.data, { id }).finally(() => Object.assign(maxCounted, { lines }))).toMatchObject(
    refused,
  )
  const { bytes } = maxExported
  maxExported.bytes = 50
  expect(await boss.refused(reports.export, { id }).finally(() => Object.assign(maxExported, { bytes }))).toMatchObject(
    refused,
  )
  expect((await boss.send(reports.export, { id })).statusCode).toBe(200)
})

test('of the versions of forms as many bytes are read as a report can use, the newest first', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss)
  await complete(boss, form)
  const other = await publishedForm(boss, {
    ...penCheck,
    scoring: { pass_percent: 60, bands: { good: 80, attention: 50 } },
  })
  await complete(boss, other, goodAnswers)
  const { id } = await boss.call(reports.create, { name: 'All' })
  const asked = async () => new Set((await boss.call(reports.data, { id })).distribution?.map(one => one.form_id))
  expect(await asked()).toEqual(new Set([form.id, other.id]))
  const { bytes } = maxRead
  maxRead.bytes = 0
  expect(await asked().finally(() => Object.assign(maxRead, { bytes }))).toEqual(new Set([form.id]))
})
