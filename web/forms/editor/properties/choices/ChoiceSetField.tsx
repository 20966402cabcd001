import { Button, Group, NativeSelect } from '@mantine/core'
import { IconLink, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ChoiceQuestion } from '#shared/forms/questions.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useChangeDefinition, useShown, useWays } from '../../EditingContext.tsx'
import { nameOfSet, ownChoices, sharedChoices, takeSet } from '../../structure/choiceSets.ts'
import { newId } from '../../structure/newElements.ts'
import { takeTable } from '../../structure/tables.ts'

/** No id begins like this. */
const tableMark = 'table:'

/** Whether a question has choices of its own or takes those of a set, and the ways from one to the other. */
export function ChoiceSetField({ question }: { question: ChoiceQuestion }) {
  const { t } = useTranslation()
  const format = useFormat()
  const change = useChangeDefinition()
  const { goTo } = useWays()
  const { content, language } = useShown().state
  const { definition } = content
  const { choice_sets: sets = [], tables = [] } = definition

  function share() {
    const id = newId()
    change(before => sharedChoices(before, question.id, id), undefined, { select: id })
    goTo(id, 'name')
  }

  if (sets.length === 0 && tables.length === 0)
    return (
      <Button variant="default" size="compact-sm" leftSection={<IconLink size={18} />} onClick={share}>
        {t('formProperties.shareChoices')}
      </Button>
    )
  return (
    <>
      <div data-field="choice_set">
        <NativeSelect
          label={t('formProperties.choiceSet')}
          value={question.table ? tableMark + question.table.name : (question.choice_set ?? '')}
          data={[
            { value: '', label: t('formProperties.ownChoices') },
            ...sets.map((set, index) => ({
              value: set.id,
              label:
                nameOfSet(set, language, definition.default_language) ||
                t('formProperties.namelessSet', { number: format.number(index + 1) }),
            })),
            ...tables.map(({ name }) => ({
              value: tableMark + name,
              label: t('formProperties.rowsOfTable', { name }),
            })),
          ]}
          onChange={event => {
            const id = event.currentTarget.value
            change(before => {
              if (id.startsWith(tableMark)) return takeTable(before, question.id, id.slice(tableMark.length))
              return id === '' ? ownChoices(before, question.id) : takeSet(before, question.id, id)
            })
          }}
        />
      </div>
      <Group gap="xs">
        {question.table ? null : question.choice_set === undefined ? (
          <Button variant="default" size="compact-sm" leftSection={<IconLink size={18} />} onClick={share}>
            {t('formProperties.shareChoices')}
          </Button>
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPencil size={18} />}
            onClick={() => goTo(question.choice_set ?? '', 'name')}
          >
            {t('formProperties.editSet')}
          </Button>
        )}
      </Group>
    </>
  )
}
