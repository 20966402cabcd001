import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { usePageTitle } from '../ui/page/pageTitle.ts'
import { FullPage } from './FullPage.tsx'

/** When a screen breaks: the rest of tend stays where it is, and what was typed stays in its drafts. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation()
  usePageTitle(t('common.broken.title'))
  useEffect(() => console.error(error), [error])
  return (
    <FullPage>
      <EmptyState
        drawing={<GateDrawing />}
        title={t('common.broken.title')}
        text={t('common.broken.text')}
        action={<Button onClick={() => window.location.reload()}>{t('common.broken.reload')}</Button>}
      />
    </FullPage>
  )
}
