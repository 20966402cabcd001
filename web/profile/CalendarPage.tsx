import { Button, CopyButton, TextInput } from '@mantine/core'
import { IconCalendarPlus, IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CalendarFeed } from '#shared/feeds/contract.ts'
import { administration } from '../administrationApi.ts'
import { errorText } from '../lib/errorText.ts'
import { useFormat } from '../lib/format.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageSkeleton } from '../ui/page/PageHeader.tsx'
import styles from './Profile.module.css'
import { Section } from './ProfilePage.tsx'

/** /profile/calendar: the secret address by which other programs show the own tasks. */
export function CalendarPage() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { queryKey, ...query } = administration.feeds.get.query()
  const feed = useQuery({ queryKey, ...query })
  const shows = (found: CalendarFeed | null) => queries.setQueryData(queryKey, found)
  const making = useMutation({
    mutationFn: () => administration.feeds.create(),
    onSuccess: shows,
    onError: () => undefined,
  })
  const ending = useMutation({
    mutationFn: () => administration.feeds.remove(),
    onSuccess: shows,
    onError: () => undefined,
  })
  if (feed.error && feed.data === undefined) return <ErrorState error={feed.error} onRetry={() => feed.refetch()} />
  if (feed.data === undefined) return <PageSkeleton />
  const failure = making.error ?? ending.error
  return (
    <Section title={t('feeds.title')} text={t('feeds.text')}>
      {failure && <Notice kind="stop">{errorText(failure, t)}</Notice>}
      {feed.data === null ? (
        <Button leftSection={<IconCalendarPlus size={20} />} loading={making.isPending} onClick={() => making.mutate()}>
          {t('feeds.make')}
        </Button>
      ) : (
        <Address
          feed={feed.data}
          isBusy={making.isPending || ending.isPending}
          onRenew={() => making.mutate()}
          onEnd={() => ending.mutate()}
        />
      )}
    </Section>
  )
}

type AddressProps = { feed: CalendarFeed; isBusy: boolean; onRenew: () => void; onEnd: () => void }

function Address({ feed: { address, read_at }, isBusy, onRenew, onEnd }: AddressProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const icon = { size: 20, 'aria-hidden': true }
  return (
    <>
      <TextInput
        label={t('feeds.address')}
        readOnly
        dir="ltr"
        w="100%"
        value={address}
        onFocus={event => event.currentTarget.select()}
      />
      <p className={styles.small}>
        {read_at ? t('feeds.readAt', { when: format.relative(read_at) }) : t('feeds.neverRead')}
      </p>
      <div className={styles.acts}>
        <CopyButton value={address} timeout={2000}>
          {({ copied, copy }) => (
            <Button leftSection={copied ? <IconCheck {...icon} /> : <IconCopy {...icon} />} onClick={copy}>
              {copied ? t('feeds.copied') : t('feeds.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          href={address.replace(/^https?:/, 'webcal:')}
          variant="default"
          leftSection={<IconCalendarPlus {...icon} />}
        >
          {t('feeds.open')}
        </Button>
        <ConfirmButton
          question={t('feeds.renewQuestion')}
          confirmText={t('feeds.renew')}
          onConfirm={onRenew}
          buttonProps={{ loading: isBusy }}
        >
          {t('feeds.renew')}
        </ConfirmButton>
        <ConfirmButton
          question={t('feeds.offQuestion')}
          confirmText={t('feeds.off')}
          onConfirm={onEnd}
          buttonProps={{ loading: isBusy }}
        >
          {t('feeds.off')}
        </ConfirmButton>
      </div>
      <div>
        <h3 className={styles.how}>{t('feeds.how')}</h3>
        <ul className={styles.ways}>
          <li>{t('feeds.outlook')}</li>
          <li>{t('feeds.google')}</li>
          <li>{t('feeds.apple')}</li>
        </ul>
      </div>
    </>
  )
}
