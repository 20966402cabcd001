import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Fragment, memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeDefinition, useFollowed, useShown } from '../EditingContext.tsx'
import { ReadingContext } from '../ReadingContext.tsx'
import { newId, newSection } from '../structure/newElements.ts'
import { addSection } from '../structure/structure.ts'
import styles from './Canvas.module.css'
import { Dragging, SectionDropPlace } from './dragging.tsx'
import { FormBlock } from './FormBlock.tsx'
import { SectionBlock } from './SectionBlock.tsx'
import { ChoiceSetsContext } from './useQuestionWithChoices.ts'
import { useWrongElements } from './useWrongElements.ts'

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
