import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ChoiceSet } from '#shared/forms/elementFields.ts'
import { useFormat } from '../../../../lib/format.ts'
import {
  useChangeDefinition,
  useElementNames,
  useFieldError,
  useReading,
  useShown,
  useWays,
} from '../../EditingContext.tsx'
import { changeChoiceSet, nameOfSet, removeChoiceSet, usersOfSet } from '../../structure/choiceSets.ts'
import { patched } from '../../structure/content.ts'
import { WordsField } from '../fields.tsx'
import styles from '../Properties.module.css'
import { ChoiceList } from './ChoiceList.tsx'
import { useFilterColumns } from './ChoicesProperties.tsx'

/** A set of choices: its name for those who build forms, its choices, and the questions that take it. */
export function ChoiceSetProperties({ set }: { set: ChoiceSet }) {
  const { t } = useTranslation()
  const change = useChangeDefinition()
  const { goTo } = useWays()
  const nameOf = useElementNames()
  const errorAt = useFieldError(set.id)
  const users = usersOfSet(useShown().state.content.definition, set.id)
  const columns = useFilterColumns(users)
  const put = (edit: (before: ChoiceSet) => ChoiceSet, field?: string) =>
    change(before => changeChoiceSet(before, set.id, edit), field && `${set.id} ${field}`)
  return (
    <>
      <WordsField
        label={t('formProperties.setName')}
        field="name"
        text={set.name}
        help={t('formProperties.setNameHelp')}
        onChange={name => put(before => patched(before, { name }), 'name')}
      />
      <fieldset className={styles.group} data-field="choices">
        <legend>{t('formProperties.choices')}</legend>
        {errorAt('choices') && <p className={styles.problem}>{errorAt('choices')}</p>}
        <ChoiceList
          choices={set.choices}
          isMultiple={users.some(({ type }) => type === 'multiple_choice')}
          isGraded
          hasPictures={users.some(user => 'layout' in user && user.layout === 'pictures')}
          columns={columns}
          errorAt={errorAt}
          onChange={(choices, field) => put(before => ({ ...before, choices }), field)}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('formProperties.usedBy')}</legend>
        {users.length === 0 ? (
          <>
            <p className={styles.help}>{t('formProperties.usedByNone')}</p>
            <Button
              variant="default"
              size="sm"
              leftSection={<IconTrash size={18} />}
              onClick={() => change(before => removeChoiceSet(before, set.id), undefined, { select: 'form' })}
            >
              {t('formProperties.removeSet')}
            </Button>
          </>
        ) : (
          <ul className={styles.links}>
            {users.map(({ id }) => (
              <li key={id}>
                <button type="button" className={styles.link} onClick={() => goTo(id, 'choices')}>
                  {nameOf(id)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </fieldset>
    </>
  )
}

/** The sets of choices of the form, each with the way to it; nothing while there are none. */
export function ChoiceSetList() {
  const { t } = useTranslation()
  const format = useFormat()
  const { goTo } = useWays()
  const { definition, language } = useReading()
  const sets = definition.choice_sets ?? []
  if (sets.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend>{t('formProperties.choiceSets')}</legend>
      <ul className={styles.links}>
        {sets.map((set, index) => (
          <li key={set.id}>
            <button type="button" className={styles.link} onClick={() => goTo(set.id, 'name')}>
              {nameOfSet(set, language, definition.default_language) ||
                t('formProperties.namelessSet', { number: format.number(index + 1) })}
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
