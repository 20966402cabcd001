import { type Locale, languageIdOf } from '#shared/lib/language.ts'
import { chooseLocale } from '../../lib/i18n.ts'
import { updateUser } from '../../lib/session/session.ts'

/** The choice takes effect at once here, and is the language of the person's mails and PDFs from then on. */
export async function chooseLanguage(locale: Locale) {
  if (await chooseLocale(locale)) await updateUser({ language_id: languageIdOf(locale) }).catch(() => undefined)
}
