import { useTranslation } from 'react-i18next'
import { useIsAdmin } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { ChainState } from './ChainState.tsx'
import { SealKeys } from './SealKeys.tsx'
import styles from './Seals.module.css'
import { TimeStamps } from './TimeStamps.tsx'

/** The company's chain of seals: how long it is, whether all is as it was sealed, who says when it was there, and by which keys it is signed. */
export function SealsPage() {
  const { t } = useTranslation()
  // The keys are those of all companies, and admins work in none.
  const hasCompany = Boolean(useUser()?.company_id)
  return (
    <>
      <PageHeader title={t('seals.title')} isColumn>
        {t('seals.text')}
      </PageHeader>
      <div className={styles.sections} data-page="column">
        {hasCompany && <ChainState />}
        {hasCompany && <TimeStamps />}
        <SealKeys mayRenew={useIsAdmin()} />
      </div>
    </>
  )
}
