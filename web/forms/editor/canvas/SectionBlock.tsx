import { memo, useContext, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Section } from '#shared/forms/definition.ts'
import { questionsIn } from '#shared/forms/elements.ts'
import { maxPoints } from '#shared/forms/judge.ts'
import { useFormat } from '../../../lib/format.ts'
import { AddElement } from './AddElement.tsx'
import { DragHandle } from './dragging.tsx'
import { type Around, ElementList } from './ElementBlock.tsx'
import { ElementButton } from './ElementButton.tsx'
import { ElementName } from './ElementName.tsx'
import { ElementTools } from './ElementTools.tsx'
import styles from './SectionBlock.module.css'
import { SectionCondition } from './SectionCondition.tsx'
import { ChoiceSetsContext, questionWithChoices } from './useQuestionWithChoices.ts'

type Props = Around & { section: Section; number: number }

/** One section with what stands in it, and the way to add to that. */
export const SectionBlock = memo(function SectionBlock({ section, number, ...around }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { id, title, questions, pass_percent, weight, same_page, visible_if } = section
  const { selected, fallback, wrong } = around
  const titleId = useId()
  const all = questionsIn(questions)
  const sets = useContext(ChoiceSetsContext)
  const points = all.reduce((sum, question) => sum + maxPoints(questionWithChoices(question, sets)), 0)
  const facts = [
    t('forms.questionCount', { count: all.length }),
    points > 0 && t('formEditor.points', { count: points, number: format.number(points) }),
    pass_percent !== undefined && t('formLogic.says.passMark', { percent: format.percent(pass_percent / 100, 2) }),
    weight !== undefined &&
      t('formLogic.says.rule', { rule: t('formEditor.weight'), condition: format.number(weight) }),
    same_page && t('formEditor.samePage'),
  ]
  return (
    <section className={styles.section} data-selected={selected === id || undefined}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          <ElementName
            text={title}
            fallback={fallback}
            nameless={t('formEditor.namelessSection', { number: format.number(number) })}
            isWrong={wrong.has(id)}
          />
        </h2>
        <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
        {visible_if !== undefined && (
          <p className={styles.facts}>
            <SectionCondition source={visible_if} />
          </p>
        )}
        <ElementButton id={id} labelledBy={titleId} isSelected={selected === id} field="title" />
        <DragHandle id={id} kind="section" />
        {selected === id && <ElementTools id={id} kind="section" />}
      </div>
      <ElementList parent={id} elements={questions} className={styles.questions} {...around} />
      <AddElement place={{ parent: id, index: questions.length }} text={t('formEditor.addQuestion')} />
    </section>
  )
})
