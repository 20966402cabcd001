import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { usePageTitle } from '../ui/page/pageTitle.ts'
import { FullPage, NotFound } from './NotFoundPage.tsx'

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

/** Marks a screen that exists and that the person's role does not open. */
export const notForRole = 'not for role'
/** Marks a screen of one company, opened by an administrator who has opened none. */
export const noCompany = 'no company'

/** What a screen shows in its place, inside the shell, where it throws `notFound` with one of these marks or none. */
export function ScreenNotFound({ data }: { data?: unknown }) {
  return data === noCompany ? <NoCompany /> : <NotFound isThere={data === notForRole} />
}

/** In place of a screen about a company, for an administrator who has opened none; `title` where the screen keeps its own heading. */
export function NoCompany({ title }: { title?: string }) {
  const { t } = useTranslation()
  return (
    <>
      {title && <PageHeader title={title} />}
      <EmptyState
        isPage={!title}
        drawing={<GateDrawing />}
        title={t('companies.none')}
        text={t('companies.noneText')}
        action={<PathLink href="/company/list">{t('companies.all')}</PathLink>}
      />
    </>
  )
}
