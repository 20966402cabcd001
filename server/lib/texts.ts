import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import i18next, { type TFunction } from 'i18next'
import { defaultLocale, type Locale, locales } from '#shared/lib/language.ts'

export type Texts = (locale: Locale) => TFunction

const folder = fileURLToPath(new URL('../../web/locales', import.meta.url))

/** The browser's texts, for what the server says itself: problems, mails, documents. */
export async function loadTexts(): Promise<Texts> {
  const resources = Object.fromEntries(locales.map(locale => [locale, nounsOf(locale)]))
  const i18n = i18next.createInstance()
  await i18n.init({ resources, fallbackLng: defaultLocale, defaultNS: 'common', interpolation: { escapeValue: false } })
  const translators = new Map(locales.map(locale => [locale, i18n.getFixedT(locale)]))
  return locale => translators.get(locale) ?? i18n.getFixedT(defaultLocale)
}

const nounsOf = (locale: Locale) =>
  Object.fromEntries(
    readdirSync(`${folder}/${locale}`)
      .filter(name => name.endsWith('.json'))
      .map(name => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(`${folder}/${locale}/${name}`, 'utf8'))]),
  )
