import i18next from 'i18next'
import { expect, test } from 'vitest'
import { articleOf, formatter, interpolation, oneFullStop } from './interpolation.ts'
import type { Locale } from './language.ts'
import type { Translate } from './localizedText.ts'

/** What a text of a language becomes with its values. */
async function said(locale: Locale, text: string, values: Record<string, unknown>): Promise<string> {
  const i18n = i18next.createInstance().use(formatter).use(oneFullStop)
  await i18n.init({ lng: locale, resources: { [locale]: { translation: { text } } }, ...interpolation })
  return (i18n.t as unknown as Translate)('text', values)
}

test.each([
  ['Etető Kft.', 'az'],
  ['„Őszi” ellenőrzés', 'az'],
  ['Kovács Tanya', 'a'],
  ['5', 'az'],
  ['50 000', 'az'],
  ['1', 'az'],
  ['12', 'a'],
  ['1000', 'az'],
  ['1 000 000', 'az'],
  ['FM', 'az'],
  ['MKKM', 'az'],
  ['NÉBIH', 'a'],
  ['Élan', 'az'],
  ['مزرعة', 'a'],
])('before %s a Hungarian says %s', (name, article) => {
  expect(articleOf(name)).toBe(article)
})

test('a text puts the article before any name', async () => {
  expect(await said('hu', 'Csatlakozik {{company, az}} céghez?', { company: 'Etető' })).toBe(
    'Csatlakozik az Etető céghez?',
  )
  expect(await said('hu', '{{shown}} {{total, az}} közül', { shown: 3, total: 5 })).toBe('3 az 5 közül')
})

test('numbers and days are written as the language writes them, in every text', async () => {
  expect(await said('hu', 'Legalább {{minimum}}.', { minimum: 0.5 })).toBe('Legalább 0,5.')
  expect(await said('en', 'At most {{maximum}} lines', { maximum: 50000 })).toBe('At most 50,000 lines')
  expect(await said('de', 'Frühestens {{minimum}}', { minimum: '2026-11-28' })).toBe('Frühestens 28.11.2026')
  expect(await said('fr', 'Au plus tôt le {{minimum}}', { minimum: '2026-12-01' })).toBe('Au plus tôt le 1er déc. 2026')
  expect(await said('fr', 'Chaque mois, le {{day, premier}}', { day: '1' })).toBe('Chaque mois, le 1er')
  expect(await said('en', 'Person {{id}}', { id: 12345 })).toBe('Person 12345')
  expect(await said('en', 'Form “{{name}}”', { name: '2026-11-28' })).toBe('Form “2026-11-28”')
  expect(await said('en', 'At least {{minimum}}', { minimum: 0.0005 })).toBe('At least 0.0005')
})

test('a tag or a name that looks like a day stays as it is, and no text fails on it', async () => {
  for (const word of ['1234-56-78', '2026-02-31', '2024-01-12'])
    expect(await said('en', 'Nothing here has the code {{code}}', { code: word })).toBe(
      `Nothing here has the code ${word}`,
    )
  expect(await said('en', 'Until {{until}}', { until: '2026-02-31' })).toBe('Until 2026-02-31')
})

test('a Hungarian sentence that ends with a day has one full stop', async () => {
  expect(await said('hu', 'Archiválva: {{date}}. Visszaállítható.', { date: '2026-11-28' })).toBe(
    'Archiválva: 2026. nov. 28. Visszaállítható.',
  )
  expect(await said('hu', 'Várjon{{dots}}...', { dots: 1 })).toBe('Várjon1...')
})
