import { allElements } from '#shared/forms/elements.ts'
import { type Locale, locales } from '#shared/lib/language.ts'
import type { PublicForm } from '#shared/public-links/publicForm.ts'

/** The languages in which a form can be read: those of its questions; one in which only few were written is none. */
export function languagesOf({ definition }: Pick<PublicForm, 'definition'>): Locale[] {
  const labels = definition.sections.flatMap(({ title, questions }) => [
    title,
    ...allElements(questions).map(({ label }) => label),
  ])
  const written = (locale: Locale) => labels.filter(label => label[locale]?.trim()).length
  const most = written(definition.default_language)
  return locales.filter(locale => locale === definition.default_language || (most > 0 && written(locale) * 2 >= most))
}
