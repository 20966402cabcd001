import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import i18next from 'i18next'
import { formatter, interpolation, oneFullStop } from '#shared/lib/interpolation.ts'
import { defaultLocale, type Locale } from '#shared/lib/language.ts'
import type { Translate } from '#shared/lib/localizedText.ts'

export type Texts = (locale: Locale) => Translate

const folder = fileURLToPath(new URL('../../web/locales', import.meta.url))

/** The browser's texts, for what the server says itself: problems, mails, documents. */
export async function loadTexts(): Promise<Texts> {
  const i18n = i18next.createInstance().use(formatter).use(oneFullStop)
  const resources = { [defaultLocale]: { translation: translationsIn(defaultLocale) } }
  await i18n.init({ resources, fallbackLng: defaultLocale, ...interpolation })
  return locale => {
    // Each is a third of a megabyte, three times of it once read; most servers speak one or two.
    if (!i18n.hasResourceBundle(locale, 'translation'))
      i18n.addResourceBundle(locale, 'translation', translationsIn(locale))
    const translate = i18n.getFixedT(locale) as unknown as Translate
    return (key, values) => translate(key, values ?? {})
  }
}

const translationsIn = (locale: Locale) =>
  Object.fromEntries(
    readdirSync(`${folder}/${locale}`)
      .filter(name => name.endsWith('.json'))
      .map(name => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(`${folder}/${locale}/${name}`, 'utf8'))]),
  )
