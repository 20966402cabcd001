import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Form } from '#shared/forms/contract.ts'
import type { Status } from '../ui/Notice.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'

const statusOf: Record<Form['status'], Status> = { draft: 'info', open: 'ok', closing: 'attention', closed: 'info' }

/** Whether the form can be filled in, and whether something in it waits to be published. */
export function FormState({ form }: { form: Form }) {
  const { t } = useTranslation()
  const waits = form.status !== 'draft' && form.has_unpublished_changes
  return (
    <Group gap="xs">
      <StatusBadge status={statusOf[form.status]}>{t(`forms.states.${form.status}`)}</StatusBadge>
      {waits && <StatusBadge status="attention">{t('forms.unpublished')}</StatusBadge>}
    </Group>
  )
}
