/**
 * Parts of the form are shown as those will see them who read the language that is being written, with the very
 * components of the filling screen: their words, their direction, their numbers. Around them the editor stays in the
 * language of the person.
 */
import i18next, { type i18n } from 'i18next'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { directionOf, type Locale } from '#shared/lib/language.ts'
import type { Draft } from '../../answers/draft/Draft.ts'
import { DraftProvider } from '../../answers/draft/DraftContext.tsx'
import { loadTexts } from '../../lib/i18n.ts'

type FormLanguage = { i18n: i18n; language: Locale; draft: Draft }
const FormLanguageContext = createContext<FormLanguage | null>(null)

type Props = { language: Locale; draft: Draft; children: ReactNode }

/** Says in which language, and as part of which form, everything `InFormLanguage` below is shown. */
export function FormLanguageProvider({ language, draft, children }: Props) {
  const [loaded, setLoaded] = useState<Omit<FormLanguage, 'draft'>>({ i18n: i18next, language })
  useEffect(() => {
    let isOver = false
    loadTexts(language).then(() => {
      if (!isOver) setLoaded({ i18n: i18next.cloneInstance({ lng: language, initAsync: false }), language })
    })
    return () => {
      isOver = true
    }
  }, [language])
  const value = useMemo(() => ({ ...loaded, draft }), [loaded, draft])
  return <FormLanguageContext value={value}>{children}</FormLanguageContext>
}

/** Shows a part of the form in its language; `inline` where it is in a line of text. */
export function InFormLanguage({ inline, children }: { inline?: boolean; children: ReactNode }) {
  const found = useContext(FormLanguageContext)
  if (!found) throw new Error('No language of the form is chosen here')
  const Box = inline ? 'span' : 'div'
  return (
    <I18nextProvider i18n={found.i18n}>
      <DraftProvider draft={found.draft}>
        <Box lang={found.language} dir={directionOf(found.language)}>
          {children}
        </Box>
      </DraftProvider>
    </I18nextProvider>
  )
}
