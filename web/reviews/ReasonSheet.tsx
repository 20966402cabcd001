import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { longestComment } from '#shared/reviews/states.ts'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'

type Props = {
  verdict: 'has_issues' | 'rejected'
  /** Fails where it could not be said; the sheet then stays with what was typed. */
  onGiven: (reason: string) => Promise<unknown>
  onClosed: () => void
}

/** Asks what is not right: whoever filled it in reads it. */
export function ReasonSheet({ verdict, onGiven, onClosed }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [isPending, setPending] = useState(false)
  return (
    <SideSheet title={t(`reviews.asking.${verdict}`)} hasUnsaved={reason.trim() !== ''} onClosed={onClosed}>
      {(close, leave) => (
        <form
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            if (!reason.trim()) return
            setPending(true)
            onGiven(reason.trim())
              .then(leave, () => undefined)
              .finally(() => setPending(false))
          }}
        >
          <Textarea
            label={t('reviews.reason')}
            description={t('reviews.reasonHelp')}
            dir="auto"
            autosize
            minRows={3}
            maxLength={longestComment}
            required
            data-autofocus
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
          />
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={!reason.trim() || isPending}>
              {t(verdict === 'rejected' ? 'reviews.reject' : 'reviews.sayIssues')}
            </Button>
          </SheetFooter>
        </form>
      )}
    </SideSheet>
  )
}
