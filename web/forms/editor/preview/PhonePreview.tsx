/** The form that is being written, on a phone, with what completing it would set in motion. */
import { useDeferredValue, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useShown } from '../EditingContext.tsx'
import { PhoneForm } from './PhoneForm.tsx'
import styles from './PhonePreview.module.css'
import type { TrialDraft } from './TrialDraft.ts'
import { TrialOutcome } from './TrialOutcome.tsx'

export function PhonePreview({ form }: { form: FormDetail }) {
  const { state } = useShown()
  const { language, selected } = state
  const definition = useDeferredValue(state.content.definition)
  return (
    <PhoneForm
      {...{ form, definition, language, selected }}
      name={textIn(state.content.name, language, definition.default_language).text}
      Outcome={TrialOutcome}
      Below={NotAsked}
    />
  )
}

/** Says that the chosen question is not asked with the answers given here. */
function NotAsked({ draft }: { draft: TrialDraft }) {
  const { t } = useTranslation()
  const isAsked = useIsAsked(draft, useShown().state.selected)
  return isAsked ? null : <p className={styles.note}>{t('formEditor.trial.notAsked')}</p>
}

/**
 * Whether the element chosen in the form is asked with the answers given here; rows that are not there do not count.
 */
const useIsAsked = (draft: TrialDraft, selected: string): boolean =>
  useSyncExternalStore(draft.watch, () => draft.state.instance(selected)?.isVisible ?? true)
