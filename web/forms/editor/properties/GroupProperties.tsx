import { useTranslation } from 'react-i18next'
import type { Group, Repeat } from '#shared/forms/definition.ts'
import { useChangeElement } from '../EditingContext.tsx'
import { LogicProperties } from '../logic/LogicProperties.tsx'
import { patched } from '../structure/patched.ts'
import { RepeatProperties } from './rows/RepeatProperties.tsx'
import { Toggle } from './Toggle.tsx'
import { WordsField } from './text/WordsField.tsx'
import { useFieldError } from './useFieldError.ts'

/** What stands above a group; of a repeat also where its rows come from. */
export function GroupProperties({ element }: { element: Group | Repeat }) {
  const { t } = useTranslation()
  const change = useChangeElement<Group | Repeat>(element)
  const errorAt = useFieldError(element.id)
  return (
    <>
      <WordsField
        label={t('formProperties.heading')}
        field="label"
        text={element.label}
        error={errorAt('label')}
        onChange={(label = {}) => change(before => ({ ...before, label }), 'label')}
      />
      <WordsField
        label={t('formProperties.hint')}
        field="hint"
        text={element.hint}
        error={errorAt('hint')}
        help={t('formProperties.hintHelp')}
        isLong
        onChange={hint => change(before => patched(before, { hint }), 'hint')}
      />
      {element.type === 'group' && (
        <Toggle
          label={t('formProperties.groupTable')}
          help={t('formProperties.groupTableHelp')}
          checked={element.layout === 'table'}
          onChange={isTable => change(before => patched(before, { layout: isTable ? 'table' : undefined }))}
        />
      )}
      <LogicProperties element={element} />
      {element.type === 'repeat' && <RepeatProperties repeat={element} />}
    </>
  )
}
