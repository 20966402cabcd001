import { useTranslation } from 'react-i18next'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'

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
