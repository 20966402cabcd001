import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { homePath } from '../lib/session/entrance.ts'
import { useUser } from '../lib/session/session.ts'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { usePageTitle } from '../ui/page/pageTitle.ts'
import { FullPage } from './FullPage.tsx'

/** Marks a screen that exists and that the person's role does not open. */
export const notForRole = 'not for role'

/** Every address that leads nowhere, and every screen that is not for the person's role, inside the shell. */
export function NotFound({ data }: { data?: unknown }) {
  const { t } = useTranslation()
  const user = useUser()
  const isThere = data === notForRole
  const title = t(isThere ? 'common.notForRole.title' : 'common.notFound.title')
  usePageTitle(title)
  return (
    <EmptyState
      isPage
      drawing={<GateDrawing />}
      title={title}
      text={t(isThere ? 'common.notForRole.text' : 'common.notFound.text')}
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
