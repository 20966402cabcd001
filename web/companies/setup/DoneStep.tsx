import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SampleData } from '../../samples/SampleData.tsx'
import { ClipboardDrawing } from '../../ui/drawings/ClipboardDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useCompany } from '../queries.ts'

/** The company stands. */
export function DoneStep({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation()
  const company = useCompany()
  return (
    <>
      <EmptyState
        drawing={<ClipboardDrawing />}
        title={t('companies.setup.done.title', { name: company?.name })}
        text={t('companies.setup.done.text')}
        action={
          <Button component={Link} to="/tasks" onClick={onLeave}>
            {t('companies.setup.done.button')}
          </Button>
        }
      />
      {company && <SampleData companyId={company.id} />}
    </>
  )
}
