import { startTransition, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasUntitledSection } from '#shared/forms/appearance.ts'
import type { Section } from '#shared/forms/definition.ts'
import { useDraft, useEvaluated } from '../../answers/draft/DraftContext.tsx'
import { FormText, HintButton } from '../../answers/texts/FormText.tsx'
import styles from './ElementList.module.css'
import { ElementList } from './ElementView.tsx'

/** As much as a phone's screen holds: these are drawn first, and the rest while the person reads them. */
const firstElements = 5

type Props = { section: Section; isWhole: boolean }

/** What a section asks, while it is asked. */
export function SectionView({ section, isWhole }: Props) {
  const isShown = useEvaluated(section.id, state => state.isVisible(section.id))
  return isShown ? <Shown section={section} isWhole={isWhole} /> : null
}

function Shown({ section, isWhole: isWanted }: Props) {
  const { questions } = section
  const { t } = useTranslation()
  // The form's name says enough; for those who listen there is a heading all the same.
  const isUntitled = hasUntitledSection(useDraft().definition.sections)
  const [isWhole, setWhole] = useState(isWanted || questions.length <= firstElements)
  useEffect(() => startTransition(() => setWhole(true)), [])
  return (
    <section aria-labelledby={`section-${section.id}`}>
      <div className={styles.sectionViewHead} data-untitled={isUntitled || undefined}>
        <h2 id={`section-${section.id}`} tabIndex={-1} className={styles.sectionViewTitle}>
          {isUntitled ? t('filling.questions') : <FormText text={section.title} />}
        </h2>
        {section.hint && <HintButton about={section.title} hint={section.hint} />}
      </div>
      <ElementList elements={questions} atMost={isWhole ? undefined : firstElements} />
    </section>
  )
}
