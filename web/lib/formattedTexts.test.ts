import i18next from 'i18next'
import { expect, test } from 'vitest'
import { formatTexts } from './formattedTexts.ts'

test('texts that are loaded later write numbers, days and articles as their language does', async () => {
  const text = '{{company, az}} cég legalább {{minimum}} sora, {{date}}. Kész.'
  await i18next.init({
    ...{ lng: 'hu', resources: { hu: { translation: { common: { save: text } } } } },
    ...{ interpolation: { escapeValue: false, alwaysFormat: true }, postProcess: ['oneFullStop'] },
  })
  const said = () => i18next.t('common.save', { company: 'Etető', minimum: 0.5, date: '2026-11-28' })
  expect(said()).toContain('2026-11-28')
  formatTexts()
  formatTexts()
  expect(said()).toBe('az Etető cég legalább 0,5 sora, 2026. nov. 28. Kész.')
})
