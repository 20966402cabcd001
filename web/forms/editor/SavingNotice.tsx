import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errorText.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { SaveState } from './Autosave.ts'

/** Why something is not saved, and that it is safe meanwhile. Nothing while all is well; a contest is said by its own notice. */
export function SavingNotice({ saving: { problem, error } }: { saving: SaveState }) {
  const { t } = useTranslation()
  if (problem === null || problem === 'contested') return null
  if (problem === 'refused')
    return (
      <Notice kind="stop">
        {errorText(error, t)} {t('forms.keptHere')}
      </Notice>
    )
  return <Notice kind="attention">{t(problem === 'nameless' ? 'forms.nameless' : 'forms.unreachable')}</Notice>
}
