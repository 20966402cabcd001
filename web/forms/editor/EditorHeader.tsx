import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useShown } from './EditingContext.tsx'
import { FormHeader } from './FormHeader.tsx'
import type { Autosave } from './saving/Autosave.ts'

type Props = { form: FormDetail; autosave: Autosave; onMistakes: () => void }

/** The head of the page, which is drawn again only when the name changes, or whether the form is ready. */
export function EditorHeader({ form, autosave, onMistakes }: Props) {
  const { t, i18n } = useTranslation()
  const { state, mistakes } = useShown()
  const { name, definition } = state.content
  return (
    <FormHeader
      form={form}
      name={textIn(name, toLocale(i18n.language), definition.default_language).text || t('forms.untitled')}
      autosave={autosave}
      isReady={mistakes.length === 0}
      onMistakes={onMistakes}
    />
  )
}
