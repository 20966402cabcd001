import { Button, type ButtonProps, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { QuestionType } from '#shared/forms/questions.ts'
import { questionTypes, typeIcons } from '../questionTypes.ts'
import styles from './AddQuestion.module.css'
import { useChangeDefinition, useWays } from './EditingContext.tsx'
import { newId, newQuestion } from './newElements.ts'
import { addQuestion } from './structure.ts'

type Props = ButtonProps & {
  sectionId: string
  /** Where in the section. */
  index: number
  text: string
}

/** Adds a question of a chosen type at a place of a section, and goes to write it. */
export function AddQuestion({ sectionId, index, text, ...button }: Props) {
  const { t } = useTranslation()
  const change = useChangeDefinition()
  const { goTo } = useWays()

  function add(type: QuestionType) {
    const question = newQuestion(type, newId())
    change(definition => addQuestion(definition, sectionId, index, question), undefined, {
      select: question.id,
      isNew: true,
    })
    goTo(question.id, 'label')
  }

  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={18} />} className={styles.add} {...button}>
          {text}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {questionTypes.map(type => {
          const Icon = typeIcons[type]
          return (
            <Menu.Item key={type} leftSection={<Icon size={20} aria-hidden />} onClick={() => add(type)}>
              {t(`forms.types.${type}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
