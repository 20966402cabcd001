import type { Choice } from '#shared/forms/elementFields.ts'
import { FormPicture } from '../texts/FormPicture.tsx'
import { FormText } from '../texts/FormText.tsx'

/** What a choice says, below its picture where the question shows them. */
export function ChoiceWords({ choice: { label, picture }, withPicture }: { choice: Choice; withPicture: boolean }) {
  return (
    <>
      {withPicture && picture && <FormPicture picture={picture} isSmall />}
      <FormText text={label} />
    </>
  )
}
