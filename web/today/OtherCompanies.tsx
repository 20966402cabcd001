/** What waits for this person in their other companies, each with its mark. Fetched for people in several. */
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Company } from '#shared/companies/contract.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import type { OtherCompany } from '#shared/today/contract.ts'
import { api } from '../api.ts'
import { CompanyLogo } from '../companies/CompanyLogo.tsx'
import { homePath } from '../lib/session/entrance.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { DueTime, useNow } from '../tasks/DueTime.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import { useFormattedCount } from '../ui/page/PageHeader.tsx'
import { JoinedTexts } from '../ui/texts/ContentText.tsx'
import { goThere } from './goThere.ts'
import styles from './OtherCompanies.module.css'
import { type Row, RowList, Section } from './Section.tsx'

/** Not everything there is told to this person's channel: guides and reviews are found by looking. */
const againMs = 60_000

/**
 * The other companies, first those in which something is due. Nothing until they are known, or where there are none.
 * A failure is said to those who are known to be in several.
 */
export function OtherCompanies({ isInSeveral }: { isInSeveral: boolean }) {
  const { t } = useTranslation()
  // Below the key of tasks, so that each event of one refreshes it, of whichever company.
  const queryKey = [...api.tasks.key, 'others']
  const { data, error, refetch } = useQuery({ ...api.today.others.query({}), queryKey, refetchInterval: againMs })
  if (!data && error && isInSeveral)
    return (
      <Section title={t('today.others.title')}>
        <ErrorState error={error} onRetry={refetch} />
      </Section>
    )
  if (!data || data.companies.length === 0) return null
  const { companies, more } = data
  const ordered = [...companies.filter(isWaiting), ...companies.filter(one => !isWaiting(one))]
  return (
    <Section title={t('today.others.title')}>
      <ul className={styles.companies}>
        {ordered.map(company => (
          <li key={company.id}>
            <CompanyCard company={company} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.more}>{t('today.others.more', { count: more })}</p>}
    </Section>
  )
}

const isWaiting = ({ two_factor_due, tasks, guides, reviews, findings }: OtherCompany) =>
  two_factor_due || [tasks, guides, reviews, findings].some(part => part?.total)

/** A company's logo, or its initials, with its name. */
export function CompanyMark({ company }: { company: Pick<Company, 'name' | 'logo'> }) {
  return (
    <span className={styles.mark}>
      {company.logo ? (
        <CompanyLogo logo={company.logo} height={28} />
      ) : (
        <PersonAvatar name={company.name} avatar={null} size={36} />
      )}
      <bdi className={styles.name}>{company.name}</bdi>
    </span>
  )
}

/** One company with what waits there. Each line opens it there, and its way back leads here. */
function CompanyCard({ company }: { company: OtherCompany }) {
  const { t } = useTranslation()
  const router = useRouter()
  const id = useId()
  const opening = useMutation({ mutationFn: (href: string) => goThere(router, company.id, href) })
  const rows = useRows(company, opening.mutate)
  return (
    <article aria-labelledby={id} className={styles.card}>
      <div className={styles.head}>
        <h3 id={id} className={styles.heading}>
          <CompanyMark company={company} />
        </h3>
        <Button
          variant="subtle"
          aria-label={t('today.others.openNamed', { name: company.name })}
          loading={opening.isPending}
          onClick={() => opening.mutate(homePath)}
        >
          {t('today.others.open')}
        </Button>
      </div>
      {rows.length > 0 ? (
        <RowList rows={rows} />
      ) : (
        <p className={styles.nothing}>
          {t(company.two_factor_due ? 'problem.two_factor_required' : 'tasks.nothingDue')}
        </p>
      )}
    </article>
  )
}

/** Its tasks by name, as its own clock has them, and how much there is of everything else. */
function useRows({ time_zone, tasks, guides, reviews, findings }: OtherCompany, open: (href: string) => void): Row[] {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const inWords = useFormattedCount()
  const format = formatsOf(i18n.language, time_zone)
  const unnamed = tasks ? tasks.total - tasks.data.length : 0
  const counted = (key: string, title: string, part: OtherCompany['guides'], href: string): Row[] =>
    part?.total
      ? [{ key, title, onOpen: () => open(href), end: <strong className="tabular">{inWords(part)}</strong> }]
      : []
  return [
    ...(tasks?.data ?? []).map(sent => ({
      key: sent.id,
      onOpen: () => open(`/tasks/${sent.id}`),
      title: <bdi>{taskTitle(sent)}</bdi>,
      text: sent.subjects.length > 0 && <JoinedTexts texts={sent.subjects.map(({ name }) => name)} between=", " />,
      end: <DueTime sent={sent} now={now} format={format} />,
    })),
    ...(unnamed > 0
      ? [{ key: 'more', title: t('today.others.moreTasks', { count: unnamed }), onOpen: () => open(homePath) }]
      : []),
    ...counted('guides', t('guides.toRead'), guides, '/guides'),
    ...counted(
      'reviews',
      t('today.allToReview'),
      reviews,
      '/submission/filled?review_state=received&sort=completed_at',
    ),
    ...counted('findings', t('findings.title'), findings, '/findings'),
  ]
}
