import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useShown } from './EditingContext.tsx'
import { FormHeader } from './FormHeader.tsx'
import type { Autosave } from './saving/Autosave.ts'
import { placedMistakes } from './structure/placedMistakes.ts'

type Props = { form: FormDetail; autosave: Autosave; onMistakes: () => void }

/** The head of the page, which is drawn again only when the name changes. */
export function EditorHeader({ form, autosave, onMistakes }: Props) {
  const { t, i18n } = useTranslation()
  const { state } = useShown()
  const { name, definition } = state.content
  const latest = useRef(definition)
  useEffect(() => {
    latest.current = definition
  })
  // Asked when it matters: the list of mistakes follows what is typed a moment later.
  const isReady = useCallback(() => placedMistakes(latest.current).length === 0, [])
  return (
    <FormHeader
      form={form}
      name={textIn(name, toLocale(i18n.language), definition.default_language).text || t('forms.untitled')}
      autosave={autosave}
      isReady={isReady}
      onMistakes={onMistakes}
    />
  )
}
