import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft, useWhole } from '../../answers/draft/DraftContext.tsx'
import screen from '../draft/FillingScreen.module.css'
import type { Writer } from '../journal/Writer.ts'
import { useRowSteps } from '../pages/RowSteps.tsx'
import { BackButton, NextButton } from '../pages/StepBar.tsx'
import { useSteps } from './Steps.tsx'

type Props = { writer: Writer; step: number; onSend: () => Promise<void> }

/** The way on, at the thumb, and the way back: from page to page, or from row to row while one is open; at the end, Send. */
export function FormFooter({ writer, step, onSend }: Props) {
  const { t } = useTranslation()
  const { go, back } = useSteps()
  const count = useWhole(draft => draft.pages()).length
  const rowSteps = useRowSteps()

  if (rowSteps)
    return (
      <div className={screen.footer}>
        {rowSteps.before && <BackButton onClick={rowSteps.before}>{t('filling.rows.before')}</BackButton>}
        <NextButton onClick={rowSteps.next}>
          {rowSteps.isLast ? t('filling.rows.all') : t('filling.rows.next')}
        </NextButton>
      </div>
    )
  return (
    <div className={screen.footer}>
      {step > 1 && <BackButton onClick={back}>{t('filling.back')}</BackButton>}
      {step > count ? (
        <SendButton writer={writer} onSend={onSend} />
      ) : (
        <NextButton onClick={() => go(step + 1)}>{step === count ? t('filling.toEnd') : t('filling.next')}</NextButton>
      )}
    </div>
  )
}

/** Sends the form, or leads to what is missing. */
function SendButton({ writer, onSend }: Pick<Props, 'writer' | 'onSend'>) {
  const { t } = useTranslation()
  const draft = useDraft()
  const { jump } = useSteps()
  const [isBusy, setBusy] = useState(false)
  const [missing] = useWhole(now => now.openQuestions())

  async function send() {
    setBusy(true)
    try {
      if (!(await draft.settle())) return
      await writer.complete()
      await onSend()
    } catch (error) {
      draft.writer.failed(error)
    } finally {
      setBusy(false)
    }
  }

  return missing ? (
    <Button size="xl" className={screen.next} onClick={() => jump(missing)}>
      {t('filling.toMissing')}
    </Button>
  ) : (
    <Button size="xl" className={screen.next} leftSection={<IconSend size={24} />} loading={isBusy} onClick={send}>
      {t('publicForm.send')}
    </Button>
  )
}
