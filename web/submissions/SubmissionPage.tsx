import { Button, Skeleton } from '@mantine/core'
import { IconArchive, IconChevronDown, IconMapPin, IconMessageCircle, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyParts } from '#shared/forms/answers/answerKey.ts'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { formatterFor } from '#shared/submissions/formatter.ts'
import { stateOf } from '#shared/submissions/report.ts'
import { useTables } from '../answers/useTables.ts'
import { api } from '../api.ts'
import { PdfButton } from '../documents/PdfButton.tsx'
import { Can } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { ReviewPanel } from '../reviews/ReviewPanel.tsx'
import { ShareButton } from '../shell/sharing/ShareButton.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { lazyParts } from '../ui/lazyPart.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { ArchivedNotice, useArchive } from '../ui/row/ArchivedNotice.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { Gallery, galleryPhotos } from './gallery/Gallery.tsx'
import { type AnsweredPlace, placesOf } from './places/placesOf.ts'
import styles from './SubmissionPage.module.css'
import { Findings, OpenedTask, SubmissionSection } from './SubmissionSection.tsx'
import { SubmissionSummary } from './SubmissionSummary.tsx'

const later = lazyParts(() => import('./Changes.tsx'))
const SubmissionHistory = later(parts => parts.SubmissionHistory)
const PlacesMap = later(
  parts => parts.PlacesMap,
  () => <Skeleton height={288} />,
)
const DiscussSheet = later(parts => parts.DiscussSheet)
const SubmissionProof = later(parts => parts.SubmissionProof)

/** A completed submission: its score, what failed and what came of it, then every answer. */
export function SubmissionPage() {
  const { t, i18n } = useTranslation()
  const { id } = useParams({ from: '/shell/submission/view/$id' })
  const { data: submission, error, refetch } = useQuery(api.submissions.get.query({ id: Number(id) }))
  const hasTables = useTables(submission?.definition)
  const timeZone = useUser()?.time_zone
  const { archive, restore } = useArchive('submissions', api.submissions, '/submission/filled')

  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!submission || !hasTables) return <PageSkeleton />
  if (submission.status === 'draft' && !submission.archived_at)
    return <Navigate to="." href={`/submission/filling/${id}`} replace />
  // What was put right is a version of what it follows.
  if (submission.follows?.kind === 'reopening')
    return <Navigate to="." href={`/submission/view/${submission.follows.submission_id}`} replace />
  const locale = toLocale(i18n.language)
  const { definition } = submission
  const words = formatterFor({ locale, timeZone, t: i18n.t as never }, definition)
  const state = stateOf(submission, words)
  const name = textIn(submission.form_name, locale, defaultLocale).text
  return (
    <Gallery photos={() => galleryPhotos(submission, state, words)}>
      <PageHeader
        title={name}
        back={{ to: '/submission/filled', text: t('submissions.title') }}
        actions={
          !submission.archived_at && (
            <>
              <Can I="delete" a="Submission" row={submission}>
                <Button
                  variant="default"
                  leftSection={<IconArchive size={20} />}
                  onClick={() => archive({ id: submission.id, name })}
                >
                  {t('common.archive')}
                </Button>
              </Can>
              {submission.follows === null && (
                <Can I="correct" a="Submission" row={submission}>
                  <Button
                    variant="default"
                    component={PathLink}
                    href={`/submission/correct/${submission.id}`}
                    leftSection={<IconPencil size={20} />}
                  >
                    {t('reviews.correction.open')}
                  </Button>
                </Can>
              )}
              <Can I="share" a="Submission" row={submission}>
                <ShareButton kind="submission" id={submission.id} />
              </Can>
              <Can I="create" a="Conversation">
                <DiscussButton submissionId={submission.id} name={name} />
              </Can>
              <PdfButton
                wanted={{ kind: 'submission', record_id: submission.id }}
                text={t('submissions.savePdf')}
                variant="default"
              />
            </>
          )
        }
      />
      {submission.archived_at && (
        <ArchivedNotice at={submission.archived_at}>
          <Can I="delete" a="Submission" row={submission}>
            <Button variant="default" size="sm" onClick={() => restore({ id: submission.id, name })}>
              {t('common.restore')}
            </Button>
          </Can>
        </ArchivedNotice>
      )}
      <div className={styles.columns}>
        <div className={styles.side}>
          <SubmissionSummary submission={submission} words={words}>
            {submission.completed_at && <SubmissionProof submission={submission} />}
          </SubmissionSummary>
          <Places places={placesOf(submission, state, words)} />
        </div>
        <div className={styles.answers}>
          <ReviewPanel submission={submission} state={state} words={words} />
          <Findings submission={submission} state={state} words={words} />
          <OtherTasks submission={submission} state={state} />
          {definition.sections.map(section => (
            <SubmissionSection key={section.id} section={section} submission={submission} state={state} words={words} />
          ))}
          {submission.status === 'complete' && (
            <SubmissionHistory submission={submission} state={state} words={words} />
          )}
          {definition.footer && (
            <p className={styles.footer}>
              <ContentText text={definition.footer} fallback={definition.default_language} />
            </p>
          )}
        </div>
      </div>
    </Gallery>
  )
}

/** Shares a submission in a conversation, as a card that opens for people who may read it. */
function DiscussButton({ submissionId, name }: { submissionId: number; name: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconMessageCircle size={20} />} onClick={() => setOpen(true)}>
        {t('submissionPage.discuss.open')}
      </Button>
      {isOpen && <DiscussSheet submissionId={submissionId} name={name} onClosed={() => setOpen(false)} />}
    </>
  )
}

/** The tasks that came of no single answer, but of a rule about some of them, of the score or of a measure. */
function OtherTasks({ submission: { tasks }, state }: { submission: SubmissionDetail; state: FormState }) {
  const { t } = useTranslation()
  const id = useId()
  const others = tasks.filter(({ question_id }) => !state.form.byId.has(keyParts(question_id).question_id))
  if (others.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('submissions.otherTasks')}
      </h2>
      {others.map(task => (
        <OpenedTask key={task.task_id} task={task} />
      ))}
    </section>
  )
}

/** As the page lays itself out in columns. */
const hasSide = () => matchMedia('(min-width: 961px)').matches

/** A map of the answers with a place. On phones it is folded, and the map is fetched when it is opened. */
function Places({ places }: { places: AnsweredPlace[] }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(hasSide)
  if (places.length === 0) return null
  return (
    <details className={styles.places} open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className={styles.head}>
        <IconMapPin size={20} />
        <h2 className={styles.placesTitle}>{t('submissionPage.places.title')}</h2>
        <IconChevronDown size={20} className={styles.chevron} />
      </summary>
      {isOpen && <PlacesMap places={places} />}
    </details>
  )
}
