/**
 * A form on the screen: one page at a time, its progress above, the way on at the thumb. Which page is shown stands in the address, so
 * that the browser's own back goes one page back; after the last page comes the end of the form.
 */
import { useLocation, useSearch } from '@tanstack/react-router'
import type { Entry } from '../lib/offline/entry.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { useWhole } from './DraftContext.tsx'
import { EndOfForm } from './EndOfForm.tsx'
import { FillingFooter } from './FillingFooter.tsx'
import { FillingHeader } from './FillingHeader.tsx'
import styles from './FillingScreen.module.css'
import { KeepingNotice } from './KeepingNotice.tsx'
import { PageView } from './PageView.tsx'
import { QuestionLink } from './QuestionLink.tsx'
import { RefusalNotice } from './RefusalNotice.tsx'
import { RowStepsProvider } from './RowSteps.tsx'
import { SectionList } from './SectionList.tsx'
import { StepLink } from './StepLink.tsx'
import { WantedAnchorProvider } from './WantedAnchor.tsx'

const ConflictBox = lazyPart(() => import('./ConflictBox.tsx').then(part => part.ConflictBox))

export function FillingScreen({ entry }: { entry: Entry }) {
  const pages = useWhole(draft => draft.pages())
  const { step = 1 } = useSearch({ from: '/shell/submission/filling/$id' })
  const anchor = useLocation({ select: ({ hash }) => hash })
  const page = pages[step - 1]
  return (
    <div className={styles.screen}>
      <aside className={styles.side}>
        <SectionList step={step} Step={StepLink} />
      </aside>
      <div className={styles.main}>
        <FillingHeader entry={entry} step={step} />
        <RowStepsProvider>
          <div className={styles.content}>
            <KeepingNotice />
            <RefusalNotice entry={entry} />
            {entry.conflict && <ConflictBox entry={entry} conflict={entry.conflict} />}
            <WantedAnchorProvider anchor={anchor}>
              {page ? <PageView key={page.id} page={page} /> : <EndOfForm Link={QuestionLink} />}
            </WantedAnchorProvider>
          </div>
          <FillingFooter step={Math.min(step, pages.length + 1)} />
        </RowStepsProvider>
      </div>
    </div>
  )
}
