import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { submitterOf } from '#shared/submissions/rules.ts'
import { api } from '../api.ts'
import { useDueGuides } from '../guides/DueGuides.tsx'
import { useSite } from '../lib/site.ts'
import { ScoreBadge } from '../ui/figures/ScoreFigure.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { ContentText, JoinedTexts } from '../ui/texts/ContentText.tsx'
import styles from './Today.module.css'

type Props = {
  title: string
  /** The list that the section is a part of. */
  more?: { to: string; text: string }
  children: ReactNode
}

/** A part of Today: its name, its rows, and the way to all of them. */
export function Section({ title, more, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
        {more && (
          <PathLink href={more.to} className={styles.more}>
            {more.text}
          </PathLink>
        )}
      </div>
      {children}
    </section>
  )
}

export type Row = {
  key: string | number
  to?: string | undefined
  /** Leads there after something else has happened, in place of `to`. */
  onOpen?: () => void
  title: ReactNode
  /** A second line. */
  text?: ReactNode
  /** At the end: a state, a figure. */
  end?: ReactNode
}

/** Short rows of which each leads somewhere. */
export function RowList({ rows }: { rows: Row[] }) {
  return (
    <ul className={styles.rows}>
      {rows.map(({ key, to, onOpen, title, text, end }) => (
        <li key={key} className={styles.row}>
          <div className={styles.words}>
            {to ? (
              <PathLink href={to} className={styles.link}>
                {title}
              </PathLink>
            ) : onOpen ? (
              <UnstyledButton className={styles.link} onClick={onOpen}>
                {title}
              </UnstyledButton>
            ) : (
              <span>{title}</span>
            )}
            {text && <span className={styles.text}>{text}</span>}
          </div>
          {end}
        </li>
      ))}
    </ul>
  )
}

/** Submissions that wait for this person's review, the longest waiting first. */
export const reviewQueue = (site: number | null) =>
  api.submissions.list.at(site, { to_review: true, sort: 'completed_at', per_page: 5 })

/** Nothing where nothing waits. */
export function ReviewQueue() {
  const { t } = useTranslation()
  const { data: waiting } = useQuery(reviewQueue(useSite()))
  if (!waiting || waiting.data.length === 0) return null
  const { total } = waiting.meta
  return (
    <Section
      title={t('today.toReview', { count: total })}
      more={{ to: '/submission/filled?review_state=received&sort=completed_at', text: t('today.allToReview') }}
    >
      <RowList
        rows={waiting.data.map(submission => ({
          key: submission.id,
          to: `/submission/view/${submission.id}`,
          title: <ContentText text={submission.form_name} />,
          text: <JoinedTexts texts={[submitterOf(submission, t), ...submission.subjects.map(({ name }) => name)]} />,
          end: <ScoreBadge submission={submission} />,
        }))}
      />
    </Section>
  )
}

/** The guides that this person still has to read; nothing where there are none. */
export function GuidesToRead() {
  const { t, i18n } = useTranslation()
  const reader = toLocale(i18n.language)
  const due = useDueGuides()
  if (!due || due.data.length === 0) return null
  return (
    <Section title={t('guides.toRead')}>
      <RowList
        rows={due.data.map(({ id, title, default_language, minutes }) => ({
          key: id,
          to: `/guides/${id}`,
          title: <bdi>{t('guides.readOne', { title: textIn(title, reader, default_language).text })}</bdi>,
          text: t('guides.minutes', { count: minutes }),
        }))}
      />
    </Section>
  )
}
