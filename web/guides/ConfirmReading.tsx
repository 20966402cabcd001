import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { GuideDetail } from '#shared/guides/contract.ts'
import { api } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './GuidePage.module.css'

/** At the end of a guide that must be read: that this version was. */
export function ConfirmReading({
  guide: { id, version, is_due, must_read, confirmed_version },
}: {
  guide: GuideDetail
}) {
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
