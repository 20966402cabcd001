import { Button } from '@mantine/core'
import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errorText.ts'
import { useOldestResponse } from '../../lib/offline/offlineQuery.ts'
import { queryClient } from '../../lib/queryClient.ts'
import { RequestError } from '../../lib/requestError.ts'
import { PlanBanner } from '../../plans/PlanBanner.tsx'
import { PageNotice } from '../../ui/page/PageNotice.tsx'
import { useCompanyFormat } from '../company.ts'
import styles from '../Shell.module.css'
import { AccountNotice } from './AccountNotice.tsx'

/** What plan, account, a missing network and a failing server have to say above every screen, most of the time nothing. */
export function PersonNotices() {
  return (
    <>
      <PlanBanner />
      <AccountNotice />
      <CopyNotice />
      <MissingNotice />
    </>
  )
}

/** Says from when the screen is, where there is no answer from the server. */
function CopyNotice() {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const asOf = useOldestResponse()
  if (asOf === undefined) return null
  const isOld = format.dayOf(asOf) !== format.dayOf(Date.now())
  return (
    <PageNotice kind="info">{t('shell.copy', { time: isOld ? format.dateTime(asOf) : format.time(asOf) })}</PageNotice>
  )
}

/**
 * Says that some part of the screen could not be read: an empty part would look as if there were no withdrawal period and no finding. A
 * screen that says it itself is not told twice.
 */
function MissingNotice() {
  const { t } = useTranslation()
  const error = useMissing()
  if (!error) return null
  return (
    <div className={styles.missing}>
      <PageNotice
        kind="attention"
        actions={
          <Button
            variant="default"
            size="sm"
            onClick={() => queryClient.refetchQueries({ type: 'active', predicate: isMissing })}
          >
            {t('common.tryAgain')}
          </Button>
        }
      >
        {t('shell.missing', { why: errorText(error, t) })}
      </PageNotice>
    </div>
  )
}

/**
 * Whether something on the screen could not be read and has no earlier answer, because the server failed or is too busy. Without a
 * network the screens say so themselves, and what somebody may not see is not missing.
 */
export const isMissing = ({ state: { data, error } }: Query): boolean =>
  data === undefined && error instanceof RequestError && (error.status >= 500 || error.status === 429)

const subscribe = (listener: () => void) => queryClient.getQueryCache().subscribe(listener)

/** Why the first missing query could not be read; null where none is missing. */
export const useMissing = (): Error | null =>
  useSyncExternalStore(
    subscribe,
    () => queryClient.getQueryCache().findAll({ type: 'active', predicate: isMissing })[0]?.state.error ?? null,
  )
