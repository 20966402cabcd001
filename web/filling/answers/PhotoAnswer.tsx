import type { FileReference } from '#shared/forms/answers.ts'
import { mostFiles } from '#shared/forms/files.ts'
import type { FileQuestion, PhotoQuestion } from '#shared/forms/questions.ts'
import { useAnswer, useDraft } from '../DraftContext.tsx'
import { PhotoButton } from '../PhotoButton.tsx'
import { PhotoStrip } from '../PhotoStrip.tsx'

/** Photos as the answer itself; for a file, pictures that the device has already. */
export function PhotoAnswer({ question }: { question: PhotoQuestion | FileQuestion }) {
  const draft = useDraft()
  const photos = photosOf(useAnswer(question.id).value)
  const now = () => photosOf(draft.rowOf(question.id)?.answer.value)
  const put = (next: FileReference[]) => (next.length > 0 ? next : undefined)
  return (
    <>
      <PhotoStrip photos={photos} onChange={change => draft.setValue(question, put(change(now())))} />
      {photos.length < mostFiles && (
        <PhotoButton
          question={question}
          isMain
          onPhoto={(reference, photo) => draft.setValue(question, [...now(), reference], { photo })}
        />
      )}
    </>
  )
}

const photosOf = (value: unknown): FileReference[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'object') : []
