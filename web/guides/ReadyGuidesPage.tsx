import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ReadyGuide } from '#shared/guides/contract.ts'
import { drawingPath } from '#shared/guides/guideText.ts'
import { toLocale } from '#shared/lib/language.ts'
import { api } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import sheet from '../ui/SideSheet.module.css'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { GuideText, StoredAt } from './GuideText.tsx'
import styles from './ReadyGuidesPage.module.css'
import { useGuideWords } from './useGuideWords.ts'

const placeholders = ['a', 'b', 'c', 'd']

/** The guides that come with tend; people read one (`#heat-stress`) and then use it. */
export function ReadyGuidesPage() {
  const { t } = useTranslation()
  const { data: guides, error, refetch } = useQuery(api.guides.ready.query())
  const navigate = useNavigate()
  const hash = useLocation({ select: location => location.hash })
  const shown = guides?.find(({ key }) => key === hash)
  const show = (key = '') => navigate({ to: '/guides/ready', hash: key, replace: true, resetScroll: false })
  return (
    <>
      <PageHeader title={t('guides.ready')} back={{ to: '/guides/all', text: t('guides.allTitle') }}>
        {t('guides.readyText')}
      </PageHeader>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <ul className={styles.gallery} aria-busy={!guides}>
          {guides
            ? guides.map(guide => (
                <li key={guide.key}>
                  <ReadyCard guide={guide} onOpen={() => show(guide.key)} />
                </li>
              ))
            : placeholders.map(key => <Skeleton key={key} component="li" height={280} />)}
        </ul>
      )}
      {shown && <ReadySheet guide={shown} onClosed={() => show()} />}
    </>
  )
}

/** As a picture, a drawing can run nothing. */
const addressOf = ({ drawing }: ReadyGuide) => `data:image/svg+xml,${encodeURIComponent(drawing)}`

const useReadyWords = ({ title, body }: ReadyGuide) => {
  const { i18n } = useTranslation()
  return useGuideWords({ title, body, default_language: toLocale(i18n.language), stale_languages: [] })
}

function ReadyCard({ guide, onOpen }: { guide: ReadyGuide; onOpen: () => void }) {
  const { t } = useTranslation()
  const words = useReadyWords(guide)
  return (
    <article className={styles.card}>
      <img src={addressOf(guide)} alt="" width={1200} height={640} className={styles.drawing} />
      <p className={styles.category}>{t(`guides.categories.${guide.category}`)}</p>
      <h2 className={styles.title}>
        <button type="button" className={styles.open} onClick={onOpen} aria-haspopup="dialog">
          {words.title}
        </button>
      </h2>
      {guide.guide_id !== null && <StatusBadge status="ok">{t('guides.inYours')}</StatusBadge>}
    </article>
  )
}

function ReadySheet({ guide, onClosed }: { guide: ReadyGuide; onClosed: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const words = useReadyWords(guide)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.guides.takeReady({ key: guide.key }),
    onSuccess({ id }) {
      queries.invalidateQueries({ queryKey: api.guides.key })
      navigate({ to: '/guides/$id', params: { id: String(id) } })
    },
    // Said in place, below.
    onError: () => undefined,
  })
  return (
    <SideSheet title={words.title} onClosed={onClosed}>
      {close => (
        <div className={sheet.form}>
          <StoredAt value={{ [drawingPath]: addressOf(guide) }}>
            <GuideText blocks={words.blocks} />
          </StoredAt>
          {error && <Notice kind="stop">{errorText(error, t)}</Notice>}
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            {guide.guide_id === null ? (
              <Button loading={isPending} onClick={() => mutate()}>
                {t('guides.useReady')}
              </Button>
            ) : (
              <Button component={Link} to={`/guides/${guide.guide_id}`}>
                {t('guides.openYours')}
              </Button>
            )}
          </SheetFooter>
        </div>
      )}
    </SideSheet>
  )
}
