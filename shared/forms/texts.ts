import type { LocalizedText } from '../lib/fields.ts'
import { type Locale, locales } from '../lib/language.ts'
import type { WhenFailed } from './consequences.ts'
import type { Definition, Element, Section, TranslationSources } from './definition.ts'
import type { Choice } from './elementFields.ts'

type FormText = {
  /** Present path: "sections.0.questions.2.label". */
  path: string
  /** Stable key, wherever it is moved: "water.label". */
  key: string
  text: LocalizedText
  /** True when the form needs it. */
  needed: boolean
}

type Place = { path: string; key: string }

/** All texts of a form in order: for checks, coverage of languages, and translation. */
export const textsOf = (definition: Definition): FormText[] => [
  ...definition.sections.flatMap((section, index) => sectionTexts(section, `sections.${index}`)),
  ...(definition.choice_sets ?? []).flatMap(({ id, name, choices }, index) => {
    const place = { path: `choice_sets.${index}`, key: id }
    return [...optional(place, 'name', name), ...choiceTexts(place, choices)]
  }),
  ...(definition.triggers ?? []).flatMap((trigger, index) =>
    effectTexts({ path: `triggers.${index}`, key: trigger.id }, trigger),
  ),
  ...(definition.footer ? [{ path: 'footer', key: 'footer', text: definition.footer, needed: false }] : []),
  ...optional({ path: 'settings', key: 'settings' }, 'thanks', definition.settings?.thanks),
]

function sectionTexts({ id, title, hint, questions }: Section, path: string): FormText[] {
  const place = { path, key: id }
  return [needed(place, 'title', title), ...optional(place, 'hint', hint), ...elementsTexts(questions, path)]
}

const elementsTexts = (elements: Element[], path: string): FormText[] =>
  elements.flatMap((element, index) => elementTexts(element, { path: `${path}.questions.${index}`, key: element.id }))

function elementTexts(element: Element, place: Place): FormText[] {
  const { label, hint, picture } = element
  const texts = [
    isNameless(element) ? { ...needed(place, 'label', label), needed: false } : needed(place, 'label', label),
    ...optional(place, 'hint', hint),
    ...optional(place, 'picture.description', picture?.description),
  ]
  switch (element.type) {
    case 'instruction':
      return [...texts, ...optional(place, 'body', element.body)]
    case 'group':
      return [...texts, ...elementsTexts(element.questions, place.path)]
    case 'repeat':
      return [
        ...texts,
        ...optional(place, 'row_label', element.row_label),
        ...(element.measures ?? []).map(({ id, label: measured }, index) =>
          needed({ path: `${place.path}.measures.${index}`, key: id }, 'label', measured),
        ),
        ...elementsTexts(element.questions, place.path),
      ]
    default:
      return [...texts, ...questionTexts(element, place)]
  }
}

/** Texts of invisible parts may be empty. */
const isNameless = (element: Element) =>
  element.type === 'group' ||
  element.type === 'hidden' ||
  element.type === 'instruction' ||
  (element.type === 'calculated' && element.hidden === true)

function questionTexts(question: Exclude<Element, { questions: Element[] } | { type: 'instruction' }>, place: Place) {
  return [
    ...optional(place, 'source', question.source),
    ...optional(place, 'required_message', question.required_message),
    ...optional(place, 'unit', 'unit' in question ? question.unit : undefined),
    ...optional(place, 'min_label', 'min_label' in question ? question.min_label : undefined),
    ...optional(place, 'max_label', 'max_label' in question ? question.max_label : undefined),
    ...('choices' in question ? choiceTexts(place, question.choices) : []),
    ...(question.constraints ?? []).flatMap(({ message }, index) =>
      optional(place, `constraints.${index}.message`, message),
    ),
    ...('when_failed' in question && question.when_failed
      ? effectTexts({ path: `${place.path}.when_failed`, key: `${place.key}.when_failed` }, question.when_failed)
      : []),
    ...(question.triggers ?? []).flatMap((trigger, index) =>
      effectTexts({ path: `${place.path}.triggers.${index}`, key: trigger.id }, trigger),
    ),
  ]
}

const choiceTexts = ({ path, key }: Place, choices: Choice[]): FormText[] =>
  choices.flatMap((choice, index) => {
    const place = { path: `${path}.choices.${index}`, key: `${key}.choices.${choice.id}` }
    return [
      needed(place, 'label', choice.label),
      ...optional(place, 'picture.description', choice.picture?.description),
    ]
  })

const effectTexts = (place: Place, { task, notify }: Pick<WhenFailed, 'task' | 'notify'>): FormText[] => [
  ...(task ? [needed(place, 'task.title', task.title)] : []),
  ...optional(place, 'notify.message', notify?.message),
]

const needed = ({ path, key }: Place, name: string, text: LocalizedText): FormText => ({
  path: `${path}.${name}`,
  key: `${key}.${name}`,
  text,
  needed: true,
})
const optional = (place: Place, name: string, text: LocalizedText | undefined): FormText[] =>
  text ? [{ ...needed(place, name, text), needed: false }] : []

// Stale translations. Each translation may store a short hash of the original text from which it was made
// (`translated_from`, by the text's key). When the original changes, the hashes differ and nothing has to be marked.

/** Short hash of a text: 32 bits of FNV-1a, enough to tell it from its next version. */
function hashOfWords(words: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(words.trim())) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(36)
}

/** Languages whose translation is older than the original. Without a stored hash, a translation counts as current. */
export function staleLanguages(definition: Definition, key: string, text: LocalizedText): Locale[] {
  const made = definition.translated_from?.[key]
  const original = text[definition.default_language] ?? ''
  if (!made) return []
  const now = hashOfWords(original)
  return locales.filter(locale => text[locale]?.trim() && made[locale] !== undefined && made[locale] !== now)
}

/** All stale translations of a form. */
export const staleTexts = (definition: Definition): { path: string; key: string; languages: Locale[] }[] =>
  textsOf(definition).flatMap(({ path, key, text }) => {
    const languages = staleLanguages(definition, key, text)
    return languages.length > 0 ? [{ path, key, languages }] : []
  })

/**
 * New value of `translated_from` after a text was changed in one language. A translation is made from the present
 * original; a changed original leaves the hashes of other translations.
 */
export function rememberSource(
  { default_language, translated_from = {} }: Definition,
  { key, language, before }: { key: string; language: Locale; before: LocalizedText },
): TranslationSources {
  const made = translated_from[key] ?? {}
  const origin = hashOfWords(before[default_language] ?? '')
  if (language !== default_language) return { ...translated_from, [key]: { ...made, [language]: origin } }
  const others = locales.filter(locale => locale !== default_language && before[locale]?.trim())
  if (others.length === 0) return translated_from
  return { ...translated_from, [key]: { ...Object.fromEntries(others.map(locale => [locale, origin])), ...made } }
}
