/** Which of the five languages a column is in, and which is the form's own. */

import { normalized } from '#shared/lib/folding.ts'
import { type Locale, languages as offered } from '#shared/lib/language.ts'
import type { Cell } from './table.ts'

const names: Readonly<Record<Locale, RegExp>> = {
  en: /^(english|eng|anglais|englisch|angol|inglés|ingles|الإنجليزية|الانجليزية)$/,
  hu: /^(magyar|hungarian|hun|ungarisch|hongrois)$/,
  de: /^(deutsch|german|deu|ger|allemand|német)$/,
  fr: /^(français|francais|french|fra|fre|französisch|franzoesisch|francia|الفرنسية)$/,
  ar: /^(العربية|عربي|arabic|ara|arabe|arabisch|arab)$/,
}

/** "English (en)", "Magyar (hu)", "fr", "de-AT", "Français": the language that is meant, if it is one of the five. */
export function localeNamed(written: string): Locale | undefined {
  const text = normalized(written.trim().toLowerCase(), 'NFC')
  const code = /\(\s*([a-z]{2,3})(?:[-_][a-z0-9]+)*\s*\)\s*$/.exec(text)?.[1]
  const locales = offered.map(({ locale }) => locale)
  if (code !== undefined) return locales.find(locale => locale === code || names[locale].test(code))
  const bare = /^([a-z]{2})(?:[-_][a-z0-9]+)?$/.exec(text)?.[1]
  return locales.find(locale => locale === bare || names[locale].test(text))
}

/** How a language is called in the files that tend writes: "Magyar (hu)". */
export const languageName = (locale: Locale): string =>
  `${offered.find(language => language.locale === locale)?.name ?? locale} (${locale})`

const commonWords: Readonly<Record<Exclude<Locale, 'ar'>, RegExp>> = {
  en: /\b(the|is|are|of|what|how|did|does|your|please|many|which|was|and|name)\b/gi,
  hu: /(?<!\p{L})(az|hogy|van|és|nem|milyen|hány|mennyi|kérjük|melyik|volt|kérem|egy|név)(?!\p{L})/giu,
  de: /(?<!\p{L})(der|die|das|ist|sind|wie|und|bitte|wurde|viele|welche|nicht|ein|eine|für)(?!\p{L})/giu,
  fr: /(?<!\p{L})(le|la|les|des|est|quel|quelle|combien|avez|vous|votre|du|une|veuillez|et|nom)(?!\p{L})/giu,
}

/** Languages that would otherwise be taken for their neighbours. */
const strangeWords: readonly RegExp[] = [
  /(?<!\p{L})(el|los|las|una|usted|cuántos|cuál|cómo|por|con|está|qué|del|nombre)(?!\p{L})/giu,
  /(?<!\p{L})(o|os|uma|você|quantos|qual|como|por|com|está|não|do|da|nome)(?!\p{L})/giu,
]

/** The language that texts are probably in; undefined when nothing speaks for any. */
function guessedLanguage(texts: string[]): Locale | undefined {
  const all = texts.join('\n').slice(0, 100_000)
  const letters = all.match(/\p{L}/gu)?.length ?? 0
  if (letters > 0 && (all.match(/\p{Script=Arabic}/gu)?.length ?? 0) > letters / 2) return 'ar'
  const counts = (['en', 'hu', 'de', 'fr'] as const).map(locale => ({
    locale,
    count: all.match(commonWords[locale])?.length ?? 0,
  }))
  const [best, second] = counts.sort((one, other) => other.count - one.count)
  const isStrange = strangeWords.some(words => (all.match(words)?.length ?? 0) > (best?.count ?? 0))
  return best && second && best.count > second.count && !isStrange ? best.locale : undefined
}

/** The languages of one form. */
export type FormLanguages = {
  own: Locale
  /** The language outside the five whose texts stand in for the form's own, because there are no others. */
  taken: string | null
  /** Whether `own` was only guessed from the words. */
  isGuessed: boolean
  /** The language of a cell without one. */
  unnamed: string | null
}

/** `named` is what the settings say; `cells` are all texts, in the order of their columns. */
export function languagesOf(named: string | undefined, cells: Cell[], reader: Locale): FormLanguages {
  const unnamed = named && named.toLowerCase() !== 'default' ? named : null
  const written = [...new Set(cells.flatMap(({ language }) => language ?? unnamed ?? []))]
  const supported = written.flatMap(language => localeNamed(language) ?? [])
  const own = unnamed === null ? undefined : localeNamed(unnamed)
  if (own) return { own, taken: null, isGuessed: false, unnamed }
  const bare = unnamed === null ? cells.filter(({ language }) => language === null) : []
  if (bare.length > 0) {
    const guess = guessedLanguage(bare.map(({ text }) => text))
    return { own: guess ?? reader, taken: null, isGuessed: true, unnamed }
  }
  const [first] = supported
  if (first) return { own: first, taken: null, isGuessed: false, unnamed }
  return { own: reader, taken: unnamed ?? written[0] ?? null, isGuessed: false, unnamed }
}

// Labels of ODK may hold HTML; tend's hold Markdown only. What has a twin becomes it, other tags go and their words
// stay.

const twins: [RegExp, string][] = [
  [/<\s*br\s*\/?\s*>/gi, '\n'],
  [/<\s*(?:b|strong)\s*>([^<]*)<\s*\/\s*(?:b|strong)\s*>/gi, '**$1**'],
  [/<\s*(?:i|em)\s*>([^<]*)<\s*\/\s*(?:i|em)\s*>/gi, '_$1_'],
]
const tagNames =
  'span|font|p|div|u|b|strong|i|em|h[1-6]|ul|ol|li|a|center|small|big|sub|sup|img|table|tr|td|th|tbody|thead'
const tags = new RegExp(`</?(?:${tagNames})(?:\\s[^<>]*)?/?>`, 'gi')

const headingSigns = /^#{1,6}\s+/gm
const escapedSigns = /^\\(?=#{1,6}\s)/gm

/** A label of ODK without the signs that make it a heading there: tend's labels show what they begin with. */
export const withoutHeadingSigns = (text: string): string =>
  text.includes('#') ? text.replace(headingSigns, '').replace(escapedSigns, '') : text

/** A label of tend for ODK, which would take its first sign for that of a heading. */
export const withEscapedSigns = (text: string): string => text.replace(/^(?=#{1,6}\s)/gm, '\\')

/** The text in Markdown, and whether something of its looks was lost. */
export function withoutHtml(text: string): { text: string; isLess: boolean } {
  if (!text.includes('<')) return { text, isLess: false }
  const marked = twins.reduce((sofar, [pattern, twin]) => sofar.replace(pattern, twin), text)
  const plain = marked.replace(tags, '').trim()
  return { text: plain, isLess: plain !== marked.trim() }
}
