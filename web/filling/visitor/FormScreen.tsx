import { useTranslation } from 'react-i18next'
import type { PublicForm } from '#shared/public-links/publicForm.ts'
import { useRead, useWhole } from '../../answers/draft/DraftContext.tsx'
import { useFormat } from '../../lib/format.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import screen from '../draft/FillingScreen.module.css'
import { SaveCopyButton } from '../draft/SaveCopyButton.tsx'
import { StepArrivalProvider } from '../draft/StepArrival.tsx'
import type { Entry } from '../journal/entry.ts'
import type { Writer } from '../journal/Writer.ts'
import { KeepingNotice } from '../pages/KeepingNotice.tsx'
import { PageView } from '../pages/PageView.tsx'
import { RowStepsProvider } from '../pages/RowSteps.tsx'
import { SectionList } from '../pages/SectionList.tsx'
import { WantedAnchorProvider } from '../pages/WantedAnchor.tsx'
import { EndPage } from './ends/EndPage.tsx'
import { ForgetButton } from './ends/ForgetButton.tsx'
import { FormFooter } from './FormFooter.tsx'
import { FormHeader } from './FormHeader.tsx'
import styles from './FormScreen.module.css'
import { RefusedNotice } from './RefusedNotice.tsx'
import { StepAnchor, useSteps } from './Steps.tsx'
import type { Sending } from './useSending.ts'
import type { Visit } from './visits.ts'

const GoOverNotice = lazyPart(() => import('../draft/GoOverNotice.tsx').then(part => part.GoOverNotice))
const LeftNotice = lazyPart(() => import('../draft/LeftNotice.tsx').then(part => part.LeftNotice))

type Props = {
  writer: Writer
  form: PublicForm
  entry: Entry
  visit: Visit
  sending: Sending
  onForget: () => Promise<void>
  /** The draft went over to the newer version, which is to be opened. */
  onGoneOver: () => void
}

/** Shows a page of the form at a time, with its progress above and the way on at the thumb; the end follows the last page. */
export function FormScreen({ writer, form, entry, visit, sending, onForget, onGoneOver }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const read = useRead()
  const { step, anchor } = useSteps()
  const pages = useWhole(draft => draft.pages())
  const page = pages[step - 1]
  const description = read(form.description)
  return (
    <div className={screen.screen}>
      <aside className={screen.side}>
        <SectionList step={Math.min(step, pages.length + 1)} Step={StepAnchor} />
      </aside>
      <div className={screen.main}>
        <FormHeader form={form} step={step} />
        <RowStepsProvider>
          <div className={screen.content}>
            {step === 1 && description && <p className={styles.description}>{description}</p>}
            {step === 1 && form.definition.settings?.reporting_channel && (
              <Notice kind="info">{t('publicCase.channel', { company: form.company_name })}</Notice>
            )}
            {step === 1 && visit.isResumed && (
              <Notice kind="info">{t('publicForm.resumed', { time: format.dateTime(visit.entry.updated_at) })}</Notice>
            )}
            {form.version > entry.version && <GoOverNotice entry={entry} writer={writer} onGone={onGoneOver} />}
            {entry.left && entry.left.length > 0 && <LeftNotice entry={entry} left={entry.left} />}
            <RefusedNotice entry={entry} problem={sending.problem} />
            <StepArrivalProvider step={step}>
              <WantedAnchorProvider anchor={anchor}>
                {page ? <PageView key={page.id} page={page} /> : <EndPage form={form} />}
              </WantedAnchorProvider>
            </StepArrivalProvider>
            <div className={styles.forget}>
              <ForgetButton onForget={onForget} />
            </div>
          </div>
          <KeepingNotice>
            <SaveCopyButton writer={writer} />
          </KeepingNotice>
          <FormFooter writer={writer} step={Math.min(step, pages.length + 1)} onSend={sending.sendNow} />
        </RowStepsProvider>
      </div>
    </div>
  )
}
