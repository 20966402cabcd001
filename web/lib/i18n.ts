/**
 * Texts in five languages: the entrance waits only for `/locales/{locale}.start.json`, signed-in screens for all texts.
 * A language that cannot be loaded leaves the present one, or English at the start.
 */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { defaultLocale, type Locale } from '#shared/lib/language.ts'
import { applyLocale, currentLocale, rememberLocale } from './locale.ts'

type Part = 'start' | 'form' | 'all'
const loaded = new Map<string, Promise<boolean>>()
let wanted: Part = 'start'

/** Loads a part of a language once; false when that failed, which may be tried again. */
function load(locale: Locale, part: Part): Promise<boolean> {
  const file = part === 'all' ? locale : `${locale}.${part}`
  const running = loaded.get(file) ?? fetchTexts(locale, file)
  loaded.set(file, running)
  return running
}

async function fetchTexts(locale: Locale, file: string): Promise<boolean> {
  try {
    // How numbers, days and Hungarian articles are written: the entrance waits for it in Hungarian only.
    if (locale === 'hu' || !file.endsWith('.start'))
      // Without it the texts are there all the same, with plain figures.
      await import('./formattedTexts.ts').then(
        part => part.formatTexts(),
        cause => console.warn('Figures are written plainly', cause),
      )
    const response = await fetch(`/locales/${file}.json`)
    if (!response.ok) throw new Error(String(response.status))
    const isFirst = !i18next.hasResourceBundle(locale, 'translation')
    i18next.addResourceBundle(locale, 'translation', await response.json(), !isFirst, true, { skipCopy: true })
    return true
  } catch (cause) {
    console.error(`Failed to load locale ${locale}`, cause)
    loaded.delete(file)
    return false
  }
}

/** Prepares the texts of the first paint: those of the entrance, or all. */
export async function startTexts(part: 'start' | 'all'): Promise<void> {
  wanted = part
  await i18next.use(initReactI18next).init({
    resources: {},
    lng: currentLocale(),
    fallbackLng: defaultLocale,
    interpolation: { escapeValue: false, alwaysFormat: true },
    postProcess: ['oneFullStop'],
    returnNull: false,
  })
  if (!(await load(currentLocale(), part))) await changeLocale(defaultLocale)
}

/** All texts of the present language; a route's loader waits for it. */
export async function allTexts(): Promise<void> {
  wanted = 'all'
  await load(currentLocale(), 'all')
}

/** Texts for people without an account who fill in a form or do a task, besides those of the first paint. */
export async function formTexts(): Promise<void> {
  wanted = 'form'
  await load(currentLocale(), 'form')
}

/**
 * All texts of a language that is shown beside the present one: a form as colleagues will read it. False when that
 * failed.
 */
export const loadTexts = (locale: Locale): Promise<boolean> => load(locale, 'all')

/** Changes the language at run time. False when its texts could not be loaded; everything stays as it was then. */
export async function changeLocale(locale: Locale): Promise<boolean> {
  const parts: Part[] = wanted === 'form' ? ['start', 'form'] : [wanted]
  if ((await Promise.all(parts.map(part => load(locale, part)))).includes(false)) return false
  applyLocale(locale)
  await i18next.changeLanguage(locale)
  return true
}

/** Changes the language because a person chose it, and remembers that. */
export async function chooseLocale(locale: Locale): Promise<boolean> {
  const changed = await changeLocale(locale)
  if (changed) rememberLocale(locale)
  return changed
}
