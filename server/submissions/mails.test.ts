import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forms } from '#shared/forms/contract.ts'
import { languageIdOf } from '#shared/lib/language.ts'
import { notices } from '#shared/notifications/contract.ts'
import { form as formWith, repeat, text, yesNo } from '#testing/forms/scenarios/language.ts'
import { users } from '../accounts/table.ts'
import { lameAnswers, publishedForm } from '../test/forms.ts'
import { mailsTo } from '../test/mails.ts'
import { company, platform } from '../test/people.ts'
import { complete } from '../test/submissions.ts'
import { sendTask } from '../test/tasks.ts'
import { tend } from '../test/tend.ts'
import { criticalAnswerMail } from './mails.ts'

test('each manager gets one mail about a failed critical answer in their language, others none', async () => {
  const farm = await company()
  const [boss, second, hand, other] = [
    await farm.manager(),
    await farm.manager(),
    await farm.worker(),
    await farm.worker(),
  ]
  await platform(db =>
    db
      .update(users)
      .set({ languageId: languageIdOf('hu') })
      .where(eq(users.id, second.id)),
  )
  await complete(hand, await publishedForm(boss), lameAnswers)

  await expect.poll(() => mailsTo(boss.email), { timeout: 15_000 }).toHaveLength(1)
  await expect.poll(() => mailsTo(second.email), { timeout: 15_000 }).toHaveLength(1)
  const [[english], [hungarian]] = [await mailsTo(boss.email), await mailsTo(second.email)]
  expect(english?.subject).toBe('Act now: Pen check')
  for (const words of ['Is one lame? Yes', 'Left hind leg', hand.name]) expect(english?.body).toContain(words)
  expect(english?.body).toContain('/submission/view/')
  expect(hungarian?.subject).toBe('Azonnali teendő: Istállóellenőrzés')
  expect(hungarian?.body).toContain('Sántít valamelyik? Igen')
  expect(await mailsTo(hand.email)).toEqual([])
  expect(await mailsTo(other.email)).toEqual([])
})

test('the mail leads to the submission under the public address, and typed words stay text', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const answers = { ...lameAnswers, lame: { value: 'yes', note: '<img src="https://spy.example"> & more' } }
  const { id } = await complete(hand, await publishedForm(boss), answers)
  const { services } = await tend()
  const address = (path: string) => `https://farm.example${path}`
  const sent = await platform(async db => {
    const delivering = { db, services: { ...services, address }, userId: boss.id }
    const prepared = await criticalAnswerMail.prepare?.({ submissionId: id }, delivering)
    return (await criticalAnswerMail.mail?.({ submissionId: id }, delivering, prepared)) ?? null
  })

  expect(sent?.to).toBe(boss.email)
  expect(sent?.text).toContain(`https://farm.example/submission/view/${id}`)
  expect(sent?.html).toMatch(
    new RegExp(`<a href="https://farm.example/submission/view/${id}"[^>]*>Open submission</a>`),
  )
  expect(sent?.html).toContain('&lt;img src=&quot;https://spy.example&quot;&gt; &amp; more')
})

test('a submission in which nothing critical failed mails nobody', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  await complete(hand, form)
  await complete(hand, form, lameAnswers)

  await expect.poll(() => mailsTo(boss.email), { timeout: 15_000 }).toHaveLength(1)
})

test('a critical answer that failed in a row is told with its row and its note', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const lame = { ...yesNo('lame', { good: 'no', critical: true, required: true }), label: { en: 'Is it lame?' } }
  const definition = formWith(repeat('cows', { row_label: { en: 'Cow ${tag}' } }, text('tag'), lame))
  const { id } = await boss.call(forms.create, { name: { en: 'Walk' }, definition })
  const answers = {
    cows: { value: ['a', 'b'] },
    ...{ 'tag@a': { value: 'Bella' }, 'lame@a': { value: 'no' } },
    ...{ 'tag@b': { value: 'Dora' }, 'lame@b': { value: 'yes', note: 'Hind left' } },
  }
  await complete(hand, await boss.call(forms.publish, { id }), answers)

  await expect.poll(() => mailsTo(boss.email), { timeout: 15_000 }).toHaveLength(1)
  const [mail] = await mailsTo(boss.email)
  expect(mail?.body).toContain('Cow Dora · Is it lame? Yes')
  expect(mail?.body).toContain('Hind left')
  expect(mail?.body).not.toContain('Bella')
})

test('words that begin like a list, a heading or a date come whole in mails and notifications', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const label = '12. How many below - 18 °C?'
  const lame = { ...yesNo('lame', { good: 'no', critical: true, required: true }), label: { en: label } }
  const definition = formWith(repeat('cows', { row_label: { en: '${tag}' } }, text('tag'), lame))
  const { id } = await boss.call(forms.create, { name: { en: '2026. november 28.' }, definition })
  const answers = {
    cows: { value: ['a'] },
    ...{ 'tag@a': { value: '1. istálló' }, 'lame@a': { value: 'yes', note: '+ 3 # > today' } },
  }
  await complete(hand, await boss.call(forms.publish, { id }), answers)
  const sent = await sendTask(boss, hand, { title: '- 18 °C\n1. istálló' })

  await expect.poll(() => mailsTo(boss.email), { timeout: 15_000 }).toHaveLength(1)
  const [mail] = await mailsTo(boss.email)
  for (const part of (mail?.body ?? '').split('Content-Type: text/html'))
    for (const words of ['2026. november 28.', `1. istálló · ${label}`, '+ 3 # ']) expect(part).toContain(words)
  const [notice] = (await hand.call(notices.list, {})).data
  expect(notice).toMatchObject({ href: `/tasks/${sent.id}`, text: expect.stringContaining(sent.title) })
})

test('a form that takes long to work out is preparation out in a thread for its mail too', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const lame = { ...yesNo('lame', { good: 'no', critical: true, required: true }), label: { en: 'Is it lame?' } }
  // Quick enough in the builder's trial, and slow over a long note.
  const slow = Array.from({ length: 40 }, (_, index) => ({
    ...text(`t${index}`),
    visible_if: `regex(\${note}, '(${'a|'.repeat(10)}a)*b${index}')`,
  }))
  const definition = formWith(text('note'), lame, ...slow)
  const { id } = await boss.call(forms.create, { name: { en: 'Slow' }, definition })
  const answers = { note: { value: 'a'.repeat(1_500) }, lame: { value: 'yes' } }
  await complete(hand, await boss.call(forms.publish, { id }), answers)

  await expect.poll(() => mailsTo(boss.email), { timeout: 30_000 }).toHaveLength(1)
  expect((await mailsTo(boss.email))[0]?.body).toContain('Is it lame? Yes')
}, 60_000)
