/**
 * A form on the screen: one page at a time, its progress above, the way on at the thumb. Which page is shown stands in the address, so
 * that the browser's own back goes one page back; after the last page comes the end of the form.
 */
import { useLocation, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useWhole } from '../../answers/draft/DraftContext.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import type { Entry } from '../journal/entry.ts'
import type { Writer } from '../journal/Writer.ts'
import { ElementView } from '../pages/ElementView.tsx'
import { KeepingNotice } from '../pages/KeepingNotice.tsx'
import { PageView } from '../pages/PageView.tsx'
import { QuestionLink } from '../pages/QuestionLink.tsx'
import { RowStepsProvider } from '../pages/RowSteps.tsx'
import { SectionList } from '../pages/SectionList.tsx'
import { StepLink } from '../pages/StepLink.tsx'
import { WantedAnchorProvider } from '../pages/WantedAnchor.tsx'
import { FillingFooter } from './FillingFooter.tsx'
import { FillingHeader } from './FillingHeader.tsx'
import styles from './FillingScreen.module.css'
import type { FormNews, LoadedForm } from './loadForm.ts'
import { SaveCopyButton } from './SaveCopyButton.tsx'
import { SignalNotice } from './SignalNotice.tsx'
import { StepArrivalProvider } from './StepArrival.tsx'

const AgainQuestions = lazyPart(() => import('../again/AgainQuestions.tsx').then(part => part.AgainQuestions))
const EndOfForm = lazyPart(() => import('../pages/EndOfForm.tsx').then(part => part.EndOfForm))
const FormNewsNotice = lazyPart(() => import('./FormNewsNotice.tsx').then(part => part.FormNewsNotice))
const LeftNotice = lazyPart(() => import('./LeftNotice.tsx').then(part => part.LeftNotice))
const RefusalNotice = lazyPart(() => import('./RefusalNotice.tsx').then(part => part.RefusalNotice))
const ConflictBox = lazyPart(() => import('./ConflictBox.tsx').then(part => part.ConflictBox))

type Props = {
  entry: Entry
  writer: Writer
  /** What the server says of the form, where it was opened from this device; and what takes the newer version then. */
  news?: LoadedForm['news']
  onNewer: () => void
}

export function FillingScreen({ entry, writer, news, onNewer }: Props) {
  const pages = useWhole(draft => draft.pages())
  const { step = 1 } = useSearch({ from: '/shell/submission/filling/$id' })
  const anchor = useLocation({ select: ({ hash }) => hash })
  const page = pages[step - 1]
  const { follows } = entry
  const told = useNews(news)
  return (
    <div className={styles.screen} data-again={follows ? true : undefined}>
      <aside className={styles.side}>
        <SectionList step={step} Step={StepLink} />
      </aside>
      <div className={styles.main}>
        <FillingHeader entry={entry} step={step} />
        <RowStepsProvider>
          <div className={styles.content}>
            <SignalNotice />
            {told && <FormNewsNotice told={told} entry={entry} writer={writer} onNewer={onNewer} />}
            {entry.left && entry.left.length > 0 && <LeftNotice entry={entry} left={entry.left} />}
            {entry.last_error && <RefusalNotice entry={entry} />}
            {entry.conflict && <ConflictBox entry={entry} conflict={entry.conflict} />}
            <StepArrivalProvider step={step}>
              <WantedAnchorProvider anchor={anchor}>
                {follows ? (
                  <AgainQuestions follows={follows} View={ElementView} />
                ) : page ? (
                  <PageView key={page.id} page={page} />
                ) : (
                  <EndOfForm Link={QuestionLink} />
                )}
              </WantedAnchorProvider>
            </StepArrivalProvider>
          </div>
          <KeepingNotice>
            <SaveCopyButton writer={writer} />
          </KeepingNotice>
          <FillingFooter writer={writer} step={Math.min(step, pages.length + 1)} />
        </RowStepsProvider>
      </div>
    </div>
  )
}

/** What the server says of the form, when it has said something. */
function useNews(news: LoadedForm['news']): FormNews | undefined {
  const [told, setTold] = useState<FormNews>()
  useEffect(() => {
    let isOver = false
    void news?.then(found => isOver || setTold(found))
    return () => {
      isOver = true
    }
  }, [news])
  return told
}
