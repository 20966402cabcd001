import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { refreshUser } from '../lib/session.ts'
import { GateDrawing } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** For whoever has signed in but belongs to no company yet. */
export function NoCompanyPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('shell.noCompany.title')} />
      <EmptyState
        drawing={<GateDrawing />}
        title={t('shell.noCompany.heading')}
        text={t('shell.noCompany.text')}
        action={<Button onClick={() => refreshUser()}>{t('shell.noCompany.check')}</Button>}
      />
    </>
  )
}
