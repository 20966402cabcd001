import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import { useFormat } from '../../lib/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useOtherEditors } from './useOtherEditors.ts'

/** Says who else has the form open; what all of them write comes together. */
export function EditorsNotice({ form }: { form: FormDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const others = useOtherEditors(form)
  if (others.length === 0) return null
  return (
    <Notice kind="info">{t('formEditor.alsoEditing', { count: others.length, names: format.list(others) })}</Notice>
  )
}
