import { Button, Group, NativeSelect } from '@mantine/core'
import { IconLink, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { allNodes } from '#shared/forms/expressions/node.ts'
import { parseExpression } from '#shared/forms/expressions/parse.ts'
import type { ChoiceQuestion, MultipleChoiceQuestion, Question } from '#shared/forms/questions.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useChangeDefinition, useChangeElement, useFieldError, useShown, useWays } from '../../EditingContext.tsx'
import { nameOfSet, ownChoices, sharedChoices, takeSet, takeTable } from '../../structure/choiceSets.ts'
import { patched } from '../../structure/content.ts'
import { newId } from '../../structure/newElements.ts'
import { repeatsAround } from '../../structure/structure.ts'
import { Toggle } from '../fields.tsx'
import styles from '../Properties.module.css'
import { ChoiceList } from './ChoiceList.tsx'

const layouts = ['buttons', 'list', 'pictures'] as const

/** What there is to choose from, the question's own or a set that several share, and how it is offered. */
export function ChoicesProperties({ question }: { question: ChoiceQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement<ChoiceQuestion>(question)
  const errorAt = useFieldError(question.id)
  const { definition } = useShown().state.content
  const columns = useFilterColumns([question])
  const problem = errorAt('choices') ?? errorAt('choice_set') ?? errorAt('table')
  return (
    <fieldset className={styles.group} data-field="choices">
      <legend>{t('formProperties.choices')}</legend>
      {problem && <p className={styles.problem}>{problem}</p>}
      <ChoiceSetField question={question} />
      {question.table && <TableColumns question={question} />}
      {question.choice_set === undefined && question.table === undefined && (
        <ChoiceList
          choices={question.choices}
          isMultiple={question.type === 'multiple_choice'}
          isGraded={repeatsAround(definition, question.id).length > 0}
          hasPictures={question.layout === 'pictures'}
          columns={columns}
          errorAt={errorAt}
          onChange={(choices, field) => change(before => ({ ...before, choices }), field)}
        />
      )}
      {question.type === 'multiple_choice' && (
        <Toggle
          label={t('formProperties.ranked')}
          checked={question.ranked === true}
          onChange={ranked =>
            change(before => patched(before as MultipleChoiceQuestion, { ranked: ranked || undefined }))
          }
        />
      )}
      <NativeSelect
        label={t('formProperties.layout')}
        value={question.layout ?? ''}
        data={[
          { value: '', label: t('formProperties.layouts.fitting') },
          ...layouts.map(value => ({ value, label: t(`formProperties.layouts.${value}`) })),
        ]}
        onChange={event => {
          const layout = layouts.find(one => one === event.currentTarget.value)
          change(before => patched(before, { layout }))
        }}
      />
    </fieldset>
  )
}

/** No id begins like this. */
const tableMark = 'table:'

/** Whether a question has choices of its own or takes those of a set, and the ways from one to the other. */
function ChoiceSetField({ question }: { question: ChoiceQuestion }) {
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

/**
 * The columns of choices that the filters of these questions ask for, so that they can be written beside each choice.
 */
export function useFilterColumns(questions: readonly Question[]): string[] {
  const names = questions.flatMap(question => {
    const { tree } = 'choices' in question && question.choice_filter ? parseExpression(question.choice_filter) : {}
    return tree ? allNodes(tree).flatMap(node => (node.kind === 'attribute' ? [node.name] : [])) : []
  })
  const written = questions.flatMap(question =>
    'choices' in question ? question.choices.flatMap(({ attributes = {} }) => Object.keys(attributes)) : [],
  )
  // Its own id is the column "name" of every choice.
  return [...new Set([...names, ...written])].filter(name => name !== 'name')
}

/** Which column of a table is kept as the answer, and which one people read. */
function TableColumns({ question }: { question: ChoiceQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement<ChoiceQuestion>(question)
  const { definition } = useShown().state.content
  const { table } = question
  if (!table) return null
  const columns = definition.tables?.find(({ name }) => name === table.name)?.columns ?? []
  const put = (changes: Partial<typeof table>) =>
    change(before => (before.table ? { ...before, table: { ...before.table, ...changes } } : before))
  return (
    <div className={styles.row}>
      <NativeSelect
        label={t('formProperties.labelColumn')}
        value={table.label}
        data={[...new Set([...columns, table.label])]}
        onChange={event => put({ label: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('formProperties.valueColumn')}
        value={table.value}
        data={[...new Set([...columns, table.value])]}
        onChange={event => put({ value: event.currentTarget.value })}
      />
    </div>
  )
}
