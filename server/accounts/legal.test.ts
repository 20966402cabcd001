import { expect, test } from 'vitest'
import { legal } from '#shared/legal/contract.ts'
import { admin, company, request } from '../test/people.ts'

const read = async () => JSON.parse((await request(legal.get, {}, null)).body).data
const texts = (words: string) => ({ privacy: { en: words, hu: `${words} (hu)` }, terms: { en: 'Be kind.' } })

test('of two admins who publish from the same version, one is told what the other published', async () => {
  const [boss, other] = [await admin(), await admin()]
  const { version } = await read()
  const answers = await Promise.all(
    [boss, other].map(person => person.send(legal.publish, { ...texts(person.name), version })),
  )
  const published = answers.find(({ statusCode }) => statusCode === 201)
  const refused = answers.find(({ statusCode }) => statusCode === 409)
  const now = JSON.parse(published?.body ?? '{}').data

  expect(now).toMatchObject({ version: version + 1 })
  expect(JSON.parse(refused?.body ?? '{}')).toMatchObject({ code: 'stale_revision', data: now })
  expect(await read()).toEqual(now)
  // The reader of the latest version publishes the next one.
  expect(await other.call(legal.publish, { ...texts('Next'), version: version + 1 })).toMatchObject({
    version: version + 2,
  })
})

test('only the version in force is corrected, and English is always there', async () => {
  const boss = await admin()
  const one = await boss.call(legal.publish, texts('One'))
  const two = await boss.call(legal.publish, texts('Two'))

  expect(await boss.refused(legal.mend, { version: one.version, privacy: { en: 'Old' } })).toMatchObject({
    status: 409,
    code: 'stale_revision',
    data: { version: two.version },
  })
  expect(await boss.call(legal.mend, { version: two.version, terms: { en: 'Be kinder.' } })).toMatchObject({
    version: two.version,
    privacy: two.privacy,
    terms: { en: 'Be kinder.' },
  })
  for (const wrong of [{ hu: 'Csak magyarul' }, { en: '  ' }])
    expect(await boss.refused(legal.publish, { privacy: wrong, terms: { en: 'x' } })).toMatchObject({
      status: 422,
      errors: { privacy: [expect.any(String)] },
    })
  expect(await (await (await company()).manager()).refused(legal.mend, { version: two.version })).toMatchObject({
    status: 403,
  })
})
