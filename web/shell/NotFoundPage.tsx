import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { homePath } from '../lib/session/entrance.ts'
import { useUser } from '../lib/session/session.ts'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { usePageTitle } from '../ui/page/pageTitle.ts'
import { FullPage } from './FullPage.tsx'

/** For every address that leads nowhere, beside the navigation of whoever is signed in. */
export function NotFound() {
  const { t } = useTranslation()
  const user = useUser()
  usePageTitle(t('common.notFound.title'))
  return (
    <EmptyState
      isPage
      drawing={<GateDrawing />}
      title={t('common.notFound.title')}
      text={t('common.notFound.text')}
      action={
        <Button component="a" href={user ? homePath : '/auth/login'}>
          {user ? t('common.notFound.home') : t('common.notFound.signIn')}
        </Button>
      }
    />
  )
}

/** The same as a page of its own, for whoever is not. */
export const NotFoundPage = () => (
  <FullPage>
    <NotFound />
  </FullPage>
)
