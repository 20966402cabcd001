import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { CaseDetail } from '#shared/cases/contract.ts'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../api.ts'
import { PdfButton } from '../documents/PdfButton.tsx'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { PageSkeleton } from '../ui/page/PageSkeleton.tsx'
import { CaseFiles } from './CaseFiles.tsx'
import { CaseLines } from './CaseLines.tsx'
import { CaseLog } from './CaseLog.tsx'
import styles from './CasePage.module.css'
import { CaseState } from './CaseState.tsx'
import { CaseTalk } from './CaseTalk.tsx'
import { Clock } from './Clock.tsx'

/** A case for whoever handles it: how it stands and by when, what was said, what was reported, and who read it. */
export function CasePage() {
  const { t, i18n } = useTranslation()
  const { id } = useParams({ from: '/shell/case/$id' })
  const { data: found, error, refetch } = useQuery(api.cases.get.query({ id: Number(id) }))
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!found) return <PageSkeleton />
  const name = textIn(found.form_name, toLocale(i18n.language), found.default_language).text
  return (
    <>
      <PageHeader
        title={name}
        back={{ to: '/case', text: t('cases.title') }}
        actions={
          <PdfButton wanted={{ kind: 'case', record_id: found.id }} text={t('cases.paper.save')} variant="default" />
        }
      >
        {t('cases.number', { number: String(found.id) })}
      </PageHeader>
      <div className={styles.columns}>
        <Facts found={found} />
        <div className={styles.main}>
          <section aria-labelledby="reported" className={styles.part}>
            <h2 id="reported" className={styles.title}>
              {t('cases.reported')}
            </h2>
            <CaseLines lines={found.lines} />
            <CaseFiles id={found.id} files={found.files} />
          </section>
          <CaseTalk id={found.id} />
          <CaseLog log={found.log} />
        </div>
      </div>
    </>
  )
}

function Facts({ found }: { found: CaseDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const can = useAbility()
  const days = [
    [t('cases.received'), found.received_on],
    [t('cases.acknowledged'), found.acknowledged_on],
    [t('cases.answered'), found.answered_on],
    [t('cases.eraseOn'), found.erase_on],
  ] as const
  return (
    <aside className={styles.facts}>
      <Clock of={found} />
      {can('update', 'Case') && <CaseState found={found} />}
      <dl className={styles.list}>
        <div>
          <dt>{t('cases.identity')}</dt>
          <dd>{t(`cases.identities.${found.identity}`)}</dd>
        </div>
        {found.contact && (
          <div>
            <dt>{t('cases.contact')}</dt>
            <dd dir="auto">{found.contact}</dd>
          </div>
        )}
        {days.map(
          ([name, day]) =>
            day && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{format.date(day)}</dd>
              </div>
            ),
        )}
      </dl>
      <p className={styles.help}>{t(`cases.identityHelp.${found.identity}`)}</p>
      <p className={styles.help}>{t('cases.law')}</p>
    </aside>
  )
}
