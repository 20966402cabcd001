import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { homePath } from '../lib/entrance.ts'
import { useUser } from '../lib/session.ts'
import { GateDrawing } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { usePageTitle } from '../ui/pageTitle.ts'
import { FullPage } from './FullPage.tsx'

/** For every address that leads nowhere. */
export function NotFoundPage() {
  const { t } = useTranslation()
  const user = useUser()
  usePageTitle(t('common.notFound.title'))
  return (
    <FullPage>
      <EmptyState
        drawing={<GateDrawing />}
        title={t('common.notFound.title')}
        text={t('common.notFound.text')}
        action={
          <Button component="a" href={user ? homePath : '/auth/login'}>
            {user ? t('common.notFound.home') : t('common.notFound.signIn')}
          </Button>
        }
      />
    </FullPage>
  )
}
