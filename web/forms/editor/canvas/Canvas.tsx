import { Button } from '@mantine/core'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { Fragment, memo, type ReactNode, useContext, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormTrigger } from '#shared/forms/consequences.ts'
import type { Section } from '#shared/forms/definition.ts'
import { questionsIn } from '#shared/forms/elements.ts'
import { maxPoints } from '#shared/forms/scoreAnswer.ts'
import type { Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useFormat } from '../../../lib/format.ts'
import {
  ReadingContext,
  useChange,
  useChangeDefinition,
  useChangeSection,
  useFollowed,
  useShown,
} from '../EditingContext.tsx'
import { useConditionWords } from '../logic/useConditionWords.ts'
import type { FormContent } from '../structure/content.ts'
import { newId, newSection } from '../structure/newElements.ts'
import { addSection, findSection } from '../structure/structure.ts'
import { useScoringWords, useTriggerSentences } from '../words/useSentences.ts'
import styles from './Canvas.module.css'
import { Dragging, DragHandle, SectionDropPlace } from './dragging.tsx'
import elementBlockStyles from './ElementBlock.module.css'
import { type Around, ChoiceSetsContext, ElementList, questionWithChoices } from './ElementBlock.tsx'
import { ElementButton, ElementName } from './ElementButton.tsx'
import { AddElement, ElementTools } from './ElementTools.tsx'
import { InPlaceTitle } from './InPlaceTitle.tsx'
import { useWrongElements } from './Outline.tsx'

/** The form as it will look, section by section. A keystroke draws the question that it changes. */
export const Canvas = memo(function Canvas() {
  const { t } = useTranslation()
  const { state } = useShown()
  const change = useChangeDefinition()
  const content = useFollowed()
  const { sections, default_language, choice_sets } = content.definition
  const wrong = useWrongElements()
  const { definition } = content
  const { language } = state
  const reading = useMemo(() => ({ definition, language }), [definition, language])

  function add() {
    const id = newId()
    change(definition => addSection(definition, newSection(id)), undefined, { select: id, isNew: true, focus: 'title' })
  }

  return (
    <section className={styles.canvas} aria-label={t('formEditor.form')}>
      <FormBlock
        content={content}
        language={state.language}
        isSelected={state.selected === 'form'}
        isWrong={wrong.has('form')}
      />
      <Dragging>
        <ReadingContext value={reading}>
          <ChoiceSetsContext value={choice_sets}>
            {sections.map((section, index) => (
              <Fragment key={section.id}>
                <SectionDropPlace index={index} />
                <SectionBlock
                  section={section}
                  number={index + 1}
                  selected={state.selected}
                  language={state.language}
                  fallback={default_language}
                  wrong={wrong}
                />
              </Fragment>
            ))}
            <SectionDropPlace index={sections.length} />
          </ChoiceSetsContext>
        </ReadingContext>
      </Dragging>
      <Button variant="default" leftSection={<IconPlus size={20} />} onClick={add} className={styles.add}>
        {t('formEditor.addSection')}
      </Button>
    </section>
  )
})

type FormBlockProps = { content: FormContent; language: Locale; isSelected: boolean; isWrong: boolean }

/** The form itself: its name, what it is for, and how it is scored. */
const FormBlock = memo(function FormBlock({ content, language, isSelected, isWrong }: FormBlockProps) {
  const { t } = useTranslation()
  const nameId = useId()
  const { name, description, definition } = content
  const { default_language, scoring, triggers } = definition
  const sentences = useScoringWords()(scoring)
  const change = useChange()
  const shownName = (
    <ElementName text={name} fallback={default_language} nameless={t('forms.untitled')} isWrong={isWrong} />
  )
  return (
    <div
      className={`${elementBlockStyles.question} ${elementBlockStyles.head}`}
      data-selected={isSelected || undefined}
    >
      <p className={elementBlockStyles.type}>
        <IconForms size={16} />
        {t('formEditor.form')}
      </p>
      <h2 id={nameId} className={elementBlockStyles.label}>
        {isSelected ? (
          <InPlaceTitle
            of={({ name }) => name}
            nameless={t('forms.untitled')}
            onChange={text => change(before => ({ ...before, name: text }), 'name')}
          >
            {shownName}
          </InPlaceTitle>
        ) : (
          shownName
        )}
      </h2>
      <p className={elementBlockStyles.description}>{textIn(description, language, default_language).text}</p>
      <ul className={elementBlockStyles.sentences}>
        <li>{sentences.join(' · ')}</li>
        {triggers && <TriggerSentences triggers={triggers} />}
      </ul>
      <ElementButton id="form" labelledBy={nameId} isSelected={isSelected} field="name" />
    </div>
  )
})

/**
 * What the result sets in motion, line by line. It follows the words of the questions, and the card of the form need
 * not.
 */
function TriggerSentences({ triggers }: { triggers: FormTrigger[] }) {
  const sentence = useTriggerSentences()
  return triggers.map(trigger => <li key={trigger.id}>{sentence(trigger)}</li>)
}

type SectionBlockProps = Around & { section: Section; number: number }

/** One section with its elements, and the buttons that add to it. */
const SectionBlock = memo(function SectionBlock({ section, number, ...around }: SectionBlockProps) {
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
  const nameless = t('formEditor.namelessSection', { number: format.number(number) })
  const name = <ElementName text={title} fallback={fallback} nameless={nameless} isWrong={wrong.has(id)} />
  return (
    <section className={styles.section} data-selected={selected === id || undefined}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {selected === id ? (
            <SectionTitle section={section} nameless={nameless}>
              {name}
            </SectionTitle>
          ) : (
            name
          )}
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

type SectionTitleProps = { section: Section; nameless: string; children: ReactNode }

/** The title of the chosen section, edited where it is read. */
function SectionTitle({ section, nameless, children }: SectionTitleProps) {
  const change = useChangeSection(section)
  return (
    <InPlaceTitle
      of={({ definition }) => findSection(definition, section.id)?.title}
      nameless={nameless}
      onChange={title => change(before => ({ ...before, title }), 'title')}
    >
      {children}
    </InPlaceTitle>
  )
}

/** When a section is shown, as a sentence. It follows the words of the questions, and the section itself need not. */
function SectionCondition({ source }: { source: string }) {
  const { t } = useTranslation()
  const words = useConditionWords()
  return t('formLogic.says.rule', { rule: t('formLogic.visibleIf'), condition: words(source) })
}
