import { useTranslation } from 'react-i18next'
import type { Instruction } from '#shared/forms/definition.ts'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { useChangeElement, useFieldError } from '../EditingContext.tsx'
import { LogicProperties } from '../logic/LogicProperties.tsx'
import { patched } from '../structure/content.ts'
import { WordsField } from './fields.tsx'
import { PictureField } from './PictureField.tsx'

const RichField = lazyPart(() => import('./text/RichField.tsx').then(part => part.RichField))

/** The properties of an instruction: a heading, and a formatted text. */
export function InstructionProperties({ instruction }: { instruction: Instruction }) {
  const { t } = useTranslation()
  const change = useChangeElement(instruction)
  const errorAt = useFieldError(instruction.id)
  return (
    <>
      <WordsField
        label={t('formProperties.heading')}
        field="label"
        text={instruction.label}
        error={errorAt('label')}
        onChange={(label = {}) => change(before => ({ ...before, label }), 'label')}
      />
      <RichField
        label={t('formProperties.body')}
        field="body"
        text={instruction.body}
        error={errorAt('body')}
        onChange={body => change(before => patched(before, { body }), 'body')}
      />
      <PictureField
        label={t('forms.types.instruction')}
        field="picture"
        picture={instruction.picture}
        error={errorAt('picture.description')}
        onChange={(picture, field) => change(before => patched(before, { picture }), field)}
      />
      <LogicProperties element={instruction} />
    </>
  )
}
