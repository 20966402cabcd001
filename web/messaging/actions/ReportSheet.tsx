import { Button, Radio, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportReasons } from '#shared/messaging/rules.ts'
import type { Message } from '#shared/messaging/shapes.ts'
import { api } from '../../api.ts'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import { tellDone } from '../../ui/toast.tsx'

type Reason = (typeof reportReasons)[number]

/** Tells the managers of a message that should not have been written. */
export function ReportSheet({ message, onClosed }: { message: Message; onClosed: () => void }) {
  const { t } = useTranslation()
  const [reason, setReason] = useState<Reason>('abuse')
  const [comment, setComment] = useState('')
  const report = useMutation({
    mutationFn: () => api.messaging.report({ id: message.id, reason, ...(comment && { comment }) }),
    onSuccess: () => tellDone(t('messaging.reported')),
  })
  return (
    <SideSheet title={t('messaging.report')} onClosed={onClosed}>
      {close => (
        <>
          <Radio.Group value={reason} onChange={value => setReason(value as Reason)} aria-label={t('messaging.report')}>
            {reportReasons.map(one => (
              <Radio key={one} value={one} label={t(`messaging.reason.${one}`)} my="sm" />
            ))}
          </Radio.Group>
          <Textarea
            label={t('messaging.reason.other')}
            maxLength={1000}
            value={comment}
            onChange={event => setComment(event.currentTarget.value)}
          />
          <SheetFooter>
            <Button loading={report.isPending} onClick={() => report.mutate(undefined, { onSuccess: close })}>
              {t('messaging.report')}
            </Button>
          </SheetFooter>
        </>
      )}
    </SideSheet>
  )
}
