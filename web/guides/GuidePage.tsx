import { Button } from '@mantine/core'
import { IconPencil, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuideContent, GuideDetail } from '#shared/guides/contract.ts'
import { api } from '../api.ts'
import { PdfButton } from '../documents/PdfButton.tsx'
import { Can, useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { ShareButton } from '../shares/ShareButton.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { PageSkeleton } from '../ui/page/PageSkeleton.tsx'
import { ArchivedNotice } from '../ui/row/ArchivedNotice.tsx'
import { useArchive } from '../ui/row/useArchive.ts'
import { JoinedTexts } from '../ui/texts/JoinedTexts.tsx'
import { ConfirmReading } from './ConfirmReading.tsx'
import { DraftPart } from './DraftPart.tsx'
import { GuideCare } from './GuideCare.tsx'
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

/** What is published; for those who write or approve it, the draft of the next version too. */
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
      ? t('guides.paper.version', {
          version: format.number(published.number),
          date: format.date(published.published_at),
        })
      : t('guides.paper.draft'),
    guide.owner_name && t('guides.paper.owner', { name: guide.owner_name }),
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
