import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/errorText.ts'
import { Notice } from '../../../ui/Notice.tsx'
import type { SaveState } from './Autosave.ts'

/** Why something is not saved, and that it is safe meanwhile. Nothing while all is well; a conflict is said by its own notice. */
export function SavingNotice({ saving: { problem, error } }: { saving: SaveState }) {
  const { t } = useTranslation()
  if (problem === null || problem === 'conflict') return null
  if (problem === 'refused')
    return (
      <Notice kind="stop">
        {errorText(error, t)} {t('formEditor.keptHere')}
      </Notice>
    )
  return (
    <Notice kind="attention">{t(problem === 'nameless' ? 'formEditor.nameless' : 'formEditor.unreachable')}</Notice>
  )
}
