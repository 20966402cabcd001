/**
 * Lists of submissions by what was answered: the words of texts and notes, a choice, what was found, and what somebody
 * picked.
 */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { maxCounted } from '#shared/lib/paging.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { corrections } from '#shared/submissions/corrections.ts'
import { answerCondition } from '../lib/db/searchIds.ts'
import { totalOf } from '../lib/registers/listing.ts'
import { goodAnswers, lameAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { admin, company, type Person, platform } from '../test/people.ts'
import { begin, complete } from '../test/submissions.ts'
import { erasedSubmissions, submissions as table } from './table.ts'

const ids = async (person: Person, filters: InputOf<typeof submissions.list> = {}) =>
  (await person.call(submissions.list, filters)).data.map(({ id }) => id)

const said = (remark: string, more: Answers = {}): Answers => ({ ...goodAnswers, remark: { value: remark }, ...more })

async function farm() {
  const { manager, worker, guest } = await company()
  const [boss, hand, other] = [await manager(), await worker(), await worker()]
  return { boss, hand, other, guest, form: await publishedForm(boss) }
}

test('words of texts and notes are found without accents, by beginnings, in any order', async () => {
  const { boss, hand, form } = await farm()
  const hungarian = await complete(hand, form, said('A vályú megrepedt, Ödön megnézi.'))
  const arabic = await complete(hand, form, said('البقرةُ أحمد مريضة'))
  const noted = await complete(hand, form, {
    ...lameAnswers,
    lame: { value: 'yes', note: "L'étable n° HU-1234 (gauche_arrière) 12.5%" },
  })

  for (const search of ['valyu', 'VÁLYÚ', 'odon megnez', 'megrep val', 'vályú, ödön!'])
    expect(await ids(boss, { search }), search).toEqual([hungarian.id])
  expect(await ids(boss, { search: 'البقره احمد' })).toEqual([arabic.id])
  for (const search of ['etable', '1234', 'hu-1234', 'arriere', '12.5', 'GAUCHE étab'])
    expect(await ids(boss, { search }), search).toEqual([noted.id])
  // From three letters on a word is the beginning of a longer one.
  expect(await ids(boss, { search: 'va' })).toEqual([])
  for (const search of ['megrepedt etable', 'dry', 'cough', "' | zz:* | '", '\\', '%', '&', '!!'])
    expect(await ids(boss, { search }), search).toEqual([])
})

test('search finds readable submissions of the own company, and own drafts', async () => {
  const { boss, hand, other, guest, form } = await farm()
  const done = await complete(hand, form, said('Megrepedt vályú'))
  const draft = await begin(hand, form)
  await hand.call(submissions.update, { id: draft.id, answers: { remark: { value: 'Megrepedt kerítés' } } })
  const elsewhere = await farm()
  const there = await complete(elsewhere.hand, elsewhere.form, said('Megrepedt vödör'))

  expect(await ids(hand, { search: 'megrepedt' })).toEqual([draft.id, done.id])
  expect(await ids(boss, { search: 'megrepedt' })).toEqual([done.id])
  expect(await ids(other, { search: 'megrepedt' })).toEqual([])
  expect(await ids(await guest(), { search: 'megrepedt' })).toEqual([])
  expect(await ids(elsewhere.boss, { search: 'megrepedt' })).toEqual([there.id])
  expect(await ids(await admin(), { search: 'megrepedt' })).toEqual([])
})

test('corrected, removed or erased texts are not found any more', async () => {
  const { boss, hand, form } = await farm()
  const { id, revision } = await complete(hand, form, said('Megrepedt vályú'))
  const answers = said('Rendben')
  const corrected = await boss.call(corrections.correct, { id, revision, answers, reason: 'The wrong pen' })
  expect(await ids(boss, { search: 'vályú' })).toEqual([])
  expect(await ids(boss, { search: 'rendben' })).toEqual([id])
  await boss.call(submissions.remove, { id: corrected.id })
  expect(await ids(boss, { search: 'rendben' })).toEqual([])
  expect(await ids(boss, { search: 'rendben', archived: true })).toEqual([id])
  await platform(db => db.delete(table).where(eq(table.id, id)))
  expect(await ids(boss, { search: 'rendben', archived: true })).toEqual([])
})

test('texts of rows are searched, long ones by their beginning, and text answers stay text', async () => {
  const { boss, hand } = await farm()
  const cows: Definition = {
    ...penCheck,
    sections: [
      ...penCheck.sections,
      {
        id: 'cows',
        title: { en: 'Cows' },
        questions: [
          {
            type: 'repeat',
            id: 'cow',
            label: { en: 'Each cow' },
            questions: [{ type: 'text', id: 'tag', label: { en: 'Ear tag' } }],
          },
        ],
      },
    ],
  }
  const form = await publishedForm(boss, cows)
  const long = `first ${'many words '.repeat(1500)} last`
  const row = await complete(hand, form, said(long, { cow: { value: ['a1'] }, 'tag@a1': { value: 'Rozália' } }))
  expect(await ids(boss, { search: 'rozal' })).toEqual([row.id])
  expect(await ids(boss, { search: 'first last' })).toEqual([row.id])
  expect(await ids(boss, { search: 'a1' })).toEqual([])
  // Longer than a word can be looked up: it is left out, and nothing fails.
  const word = await complete(hand, form, said(`short ${'x'.repeat(5000)} ${"'\\".repeat(50)}end`))
  expect(await ids(boss, { search: 'short end' })).toEqual([word.id])
})

test('an answer is found by one choice and among several, and beside other filters', async () => {
  const { boss, hand, form } = await farm()
  const wet = await complete(hand, form, { ...lameAnswers, bedding: { value: 'wet' } })
  const dry = await complete(hand, form, { ...goodAnswers, signs: { value: ['cough', 'dull'] } })
  const answered = (question_id: string, answer: string, more = {}) => ids(boss, { question_id, answer, ...more })
  expect(await answered('bedding', 'wet')).toEqual([wet.id])
  expect(await answered('signs', 'dull')).toEqual([dry.id])
  expect(await answered('lame', 'no', { form_id: form.id, status: 'complete' })).toEqual([dry.id])
  expect(await answered('lame', 'never')).toEqual([])
  expect(await answered('lame', "n'o\\")).toEqual([])
  expect(await ids(boss, { flagged: true })).toEqual([wet.id])
  expect(await ids(boss, { flagged: false })).toEqual([dry.id])
  const root = await admin()
  expect(await ids(root, { company_id: wet.company_id, question_id: 'bedding', answer: 'wet' })).toEqual([wet.id])
})

test('where too many hold the words or the choice to name them all, the condition finds the same', async () => {
  const { boss, hand, form } = await farm()
  const [one, two] = [await complete(hand, form, said('Megrepedt vályú')), await complete(hand, form)]
  await platform(async db => {
    const many = { execute: async () => ({ rows: [{ count: 12_001, ids: '{0}' }] }) } as never
    const own = inArray(table.id, [one.id, two.id])
    const foundBy = async (answered: Parameters<typeof answerCondition>[3]) =>
      (
        await db
          .select({ id: table.id })
          .from(table)
          .where(and(own, (await answerCondition(many, one.company_id, table, answered)).all))
      ).map(({ id }) => id)
    expect(await foundBy({ words: 'repedt' })).toEqual([])
    expect(await foundBy({ words: 'valyu MEGR' })).toEqual([one.id])
    expect(await foundBy({ questionId: 'lame', choice: 'no' })).toHaveLength(2)
    expect(await foundBy({ questionId: 'lame', choice: 'yes' })).toEqual([])
  })
  expect(await ids(boss)).toEqual([two.id, one.id])
})

test('a total stops searching beyond the number that lists count', async () => {
  const farm = await company()
  await platform(async db => {
    await db.execute(sql`insert into erased_submissions (company_id, uuid)
      select ${farm.id}, gen_random_uuid() from generate_series(1, ${maxCounted + 2})`)
    const all = eq(erasedSubmissions.companyId, farm.id)
    const total = async (where: SQL, some?: SQL) => (await totalOf(db, erasedSubmissions, where, some))[0]?.total
    expect(await total(all)).toBe(maxCounted + 1)
    // Where the first suffices, the second is never asked.
    expect(await total(sql`1 / 0 = 1`, all)).toBe(maxCounted + 1)
    expect(await total(all, sql`false`)).toBe(maxCounted + 1)
    expect(await total(sql`false`, sql`false`)).toBe(0)
  })
})

test('a list brings some answers along, without notes, of texts the beginning', async () => {
  const { boss, hand, form } = await farm()
  await complete(hand, form, said('x'.repeat(1000), { calm: { value: 'yes', note: 'All of them' } }))
  const list = async (answers_of: string) => (await boss.call(submissions.list, { answers_of })).data[0]?.answers
  expect(await list('calm,bedding,nothing')).toEqual({ calm: { value: 'yes' }, bedding: goodAnswers.bedding })
  expect(await list('remark')).toEqual({ remark: { value: 'x'.repeat(300) } })
  expect((await boss.call(submissions.list, {})).data[0]?.answers).toBeUndefined()
  expect(await boss.refused(submissions.list, { answers_of: 'a,'.repeat(10) })).toMatchObject({ status: 422 })
})
