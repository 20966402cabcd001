import { Button, SegmentedControl, Switch } from '@mantine/core'
import { IconCheck, IconPencil, IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuideContent, GuideDetail } from '#shared/guides/contract.ts'
import { api } from '../api.ts'
import { PdfButton } from '../documents/PdfButton.tsx'
import { Can, useAbility } from '../lib/ability.tsx'
import { errorText } from '../lib/errorText.ts'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { ShareButton } from '../shell/sharing/ShareButton.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { ArchivedNotice, useArchive } from '../ui/row/ArchivedNotice.tsx'
import { JoinedTexts } from '../ui/texts/ContentText.tsx'
import { Approvals } from './Approvals.tsx'
import { GuideCare, GuideChanges } from './GuideCare.tsx'
import styles from './GuidePage.module.css'
import { GuideText } from './GuideText.tsx'
import { anchorIn, nameOfLanguage, useGuideWords } from './useGuideWords.ts'

/** A guide to read. A section is addressed by the end of the address. */
export function GuidePage() {
  const { id } = useParams({ from: '/shell/guides/$id' })
  const { data: guide, error, refetch } = useQuery(api.guides.get.query({ id: Number(id) }))
  if (!guide) return error ? <ErrorState error={error} onRetry={refetch} /> : <PageSkeleton />
  return <Shown key={guide.id} guide={guide} />
}

/** The published guide; for people who write or approve it, the draft of the next version too. */
function Shown({ guide }: { guide: GuideDetail }) {
  const user = useUser()
  const draft = guide.published && !guide.has_unpublished_changes ? null : guide.draft
  const isAsked = guide.approvals.some(({ user_id, approved_at }) => user_id === user?.id && approved_at === null)
  const [wantsDraft, setWantsDraft] = useState(isAsked)
  const isDraft = draft !== null && (wantsDraft || !guide.published)
  const content = isDraft ? draft : guide.published?.content
  if (!content) return null
  return (
    <Reading guide={guide} content={content}>
      {draft && <DraftPart guide={guide} draft={draft} isShown={isDraft} onShow={setWantsDraft} />}
    </Reading>
  )
}

type Props = { guide: GuideDetail; content: GuideContent; children: ReactNode }

function Reading({ guide, content, children }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const can = useAbility()
  const { restore } = useArchive('guides', api.guides, '/guides/all')
  const words = useGuideWords(content)
  const { id, published } = guide
  useSection(content, words.language)
  const about = [
    t(`guides.categories.${guide.category}`),
    published
      ? t('guides.pdf.version', {
          version: format.number(published.number),
          date: format.date(published.published_at),
        })
      : t('guides.pdf.draft'),
    guide.owner_name && t('guides.pdf.owner', { name: guide.owner_name }),
  ]
  return (
    <>
      <PageHeader
        title={words.title}
        back={{ to: '/guides', text: t('guides.title') }}
        isColumn
        actions={
          <>
            <PdfButton
              wanted={{ kind: 'guide', record_id: id }}
              text={t('guides.print')}
              icon={<IconPrinter size={20} />}
              variant="default"
            />
            {!guide.archived_at && (
              <Can I="update" a="Guide" row={guide}>
                {published && <ShareButton kind="guide" id={id} />}
                <Button
                  component={PathLink}
                  href={`/guides/edit/${id}`}
                  variant="default"
                  leftSection={<IconPencil size={20} />}
                >
                  {t('common.edit')}
                </Button>
              </Can>
            )}
          </>
        }
      >
        <JoinedTexts texts={about} />
      </PageHeader>
      {guide.archived_at && (
        <ArchivedNotice at={guide.archived_at}>
          <Can I="delete" a="Guide" row={guide}>
            <Button variant="default" size="sm" onClick={() => restore({ id, name: words.title })}>
              {t('common.restore')}
            </Button>
          </Can>
        </ArchivedNotice>
      )}
      {words.otherLanguage && (
        <Notice kind="info">{t('guides.otherLanguage', { language: nameOfLanguage(words.language) })}</Notice>
      )}
      {words.isStale && <Notice kind="info">{t('guides.stale')}</Notice>}
      {children}
      <article lang={words.language} dir={words.direction} className={styles.article}>
        {words.sections.length > 2 && (
          <nav className={styles.contents} aria-label={t('guides.contents')}>
            <ul>
              {words.sections.map(({ anchor, title, level }) => (
                <li key={anchor} data-level={level}>
                  <a href={`#${anchor}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <GuideText blocks={words.blocks} />
      </article>
      {content === published?.content && <ConfirmReading guide={guide} />}
      {can('update', 'Guide', guide) && published && <GuideCare guide={guide} />}
    </>
  )
}

/** Goes to the section that the address names, when its words are there. */
function useSection(content: GuideContent, language: Parameters<typeof anchorIn>[1]): void {
  const { hash } = useLocation()
  useEffect(() => {
    const anchor = hash && anchorIn(content, language, decodeURIComponent(hash))
    if (anchor) document.getElementById(anchor)?.scrollIntoView()
  }, [hash, content, language])
}

type DraftProps = {
  guide: GuideDetail
  draft: GuideContent
  isShown: boolean
  onShow: (draft: boolean) => void
}

/** Above a guide that has a draft beside what is published, for those who write, check or approve it. */
function DraftPart({ guide, draft, isShown, onShow }: DraftProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [showsChanges, setShowsChanges] = useState(false)
  const { published } = guide
  return (
    <>
      {published && (
        <SegmentedControl
          aria-label={t('guides.which')}
          value={isShown ? 'draft' : 'published'}
          data={[
            { value: 'published', label: t('guides.showPublished') },
            { value: 'draft', label: t('guides.showDraft') },
          ]}
          onChange={value => onShow(value === 'draft')}
        />
      )}
      {isShown && published && <Notice kind="info">{t('guides.draftShown')}</Notice>}
      {isShown && <Approvals guide={guide} />}
      {isShown && published && (
        <Switch
          my="md"
          label={t('guides.changesSince', { version: format.number(published.number) })}
          checked={showsChanges}
          onChange={event => setShowsChanges(event.currentTarget.checked)}
        />
      )}
      {isShown && published && showsChanges && <GuideChanges before={published.content} after={draft} />}
    </>
  )
}

/** At the end of a guide that must be read: that this version was. */
function ConfirmReading({ guide: { id, version, is_due, must_read, confirmed_version } }: { guide: GuideDetail }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const confirm = useMutation({
    mutationFn: (read: number) => api.guides.read({ id, version: read }),
    // Another version may hold by now: it is shown then, to be read.
    onSettled: () => queries.invalidateQueries({ queryKey: api.guides.key }),
  })
  if (!must_read || version === null) return null
  if (!is_due)
    return confirmed_version === version ? (
      <div className={styles.confirm}>
        <Notice kind="ok">{t('guides.confirmedThis')}</Notice>
      </div>
    ) : null
  return (
    <div className={styles.confirm}>
      {confirm.error && <Notice kind="stop">{errorText(confirm.error, t)}</Notice>}
      <p>{t(confirmed_version === null ? 'guides.confirmText' : 'guides.confirmAgainText')}</p>
      <Button
        size="md"
        leftSection={<IconCheck size={20} />}
        loading={confirm.isPending}
        onClick={() => confirm.mutate(version)}
      >
        {t('guides.confirm')}
      </Button>
    </div>
  )
}
