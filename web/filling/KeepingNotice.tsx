import { useTranslation } from 'react-i18next'
import { Notice } from '../ui/Notice.tsx'
import { useKeeping } from './DraftContext.tsx'

/** Says when this device cannot keep what is typed, and what to do about it. */
export function KeepingNotice() {
  const { t } = useTranslation()
  const { problem } = useKeeping()
  return problem && <Notice kind="stop">{t(`filling.keeping.${problem}`)}</Notice>
}
