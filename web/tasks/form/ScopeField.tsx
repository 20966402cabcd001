import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type EditScope, editScopes } from '#shared/tasks/rules.ts'
import { useCompanyFormat } from '../../shell/company.ts'

type Props = { value: EditScope; onChange: (scope: EditScope) => void; occurrence: string }

/** Which occurrences of a series a change is for. */
export function ScopeField({ value, onChange, occurrence }: Props) {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  return (
    <Radio.Group label={t('tasks.scope.label')} value={value} onChange={scope => onChange(scope as EditScope)}>
      {editScopes.map(scope => (
        <Radio key={scope} value={scope} mt="xs" label={t(`tasks.scope.${scope}`, { date: format.date(occurrence) })} />
      ))}
    </Radio.Group>
  )
}
