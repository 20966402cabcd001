import { useTranslation } from 'react-i18next'
import type { Company } from '#shared/companies/contract.ts'
import { useFormat } from '../lib/format.ts'
import { FieldList } from '../ui/row/FieldList.tsx'

/** When nobody is disturbed, and why things go wrong: what people of the company agreed on. Copies of earlier versions know of neither. */
export function CompanyCustoms({ company }: { company: Company }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { quiet_from: from, quiet_to: to, root_causes: causes } = company
  if (!(from && to) && !causes?.length) return null
  return (
    <FieldList
      fields={[
        { label: t('notices.quiet'), value: from && to && t('companies.quietBetween', { from, to }) },
        { label: t('companies.rootCauses'), value: causes?.length && format.list(causes) },
      ]}
    />
  )
}
