import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { homePath } from '../lib/session/entrance.ts'
import { useUser } from '../lib/session/session.ts'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { usePageTitle } from '../ui/page/pageTitle.ts'

/** For an address that leads nowhere, and for a screen that is there and not for the person's role. */
export function NotFound({ isThere = false }: { isThere?: boolean }) {
  const { t } = useTranslation()
  const user = useUser()
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

/** The same as a page of its own, for signed-out people. */
export const NotFoundPage = () => (
  <FullPage>
    <NotFound />
  </FullPage>
)

/** A page outside the shell: one thing in the middle. */
export function FullPage({ children }: { children: ReactNode }) {
  return (
    <Stack component="main" align="center" justify="center" mih="60dvh">
      {children}
    </Stack>
  )
}
