import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Legal } from '#shared/legal/contract.ts'
import { errorText } from '../../lib/errorText.ts'
import { homePath } from '../../lib/session/entrance.ts'
import { useUser } from '../../lib/session/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { DescriptionSkeleton } from '../DescriptionSkeleton.tsx'
import styles from '../EntranceCard.module.css'
import { EntranceCard } from '../EntranceCard.tsx'
import { useDescription } from '../useDescription.ts'
import { LegalTexts } from './LegalTexts.tsx'

/** The privacy text and the terms, for whoever wants to read them before they have an account, or after. */
export function LegalPage() {
  const { t } = useTranslation()
  const user = useUser()
  const { found, problem } = useDescription<Legal>('/system/legal')
  return (
    <EntranceCard title={t('auth.legal.title')}>
      {found ? <LegalTexts legal={found} /> : !problem && <DescriptionSkeleton />}
      <div className={styles.actions}>
        {problem && <Notice kind="stop">{errorText(problem, t)}</Notice>}
        <Button component="a" variant="default" size="lg" fullWidth href={user ? homePath : '/auth/login'}>
          {user ? t('auth.action.goOn') : t('common.notFound.signIn')}
        </Button>
      </div>
    </EntranceCard>
  )
}
