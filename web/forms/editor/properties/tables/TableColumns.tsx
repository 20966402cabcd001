import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ChoiceQuestion } from '#shared/forms/questions.ts'
import { useChangeElement, useShown } from '../../EditingContext.tsx'
import styles from '../Properties.module.css'

/** Which column of a table is kept as the answer, and which one people read. */
export function TableColumns({ question }: { question: ChoiceQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement<ChoiceQuestion>(question)
  const { definition } = useShown().state.content
  const { table } = question
  if (!table) return null
  const columns = definition.tables?.find(({ name }) => name === table.name)?.columns ?? []
  const put = (changes: Partial<typeof table>) =>
    change(before => (before.table ? { ...before, table: { ...before.table, ...changes } } : before))
  return (
    <div className={styles.row}>
      <NativeSelect
        label={t('formProperties.labelColumn')}
        value={table.label}
        data={[...new Set([...columns, table.label])]}
        onChange={event => put({ label: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('formProperties.valueColumn')}
        value={table.value}
        data={[...new Set([...columns, table.value])]}
        onChange={event => put({ value: event.currentTarget.value })}
      />
    </div>
  )
}
