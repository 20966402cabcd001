import { answerKey } from '#shared/forms/answers/answerKey.ts'
import type { Instruction } from '#shared/forms/definition.ts'
import { useRead, useRows, useWorkedOut } from '../../answers/draft/DraftContext.tsx'
import { FormPicture, FormText, HintButton } from '../../answers/texts/FormText.tsx'
import { GuideBeside } from './GuideBeside.ts'
import styles from './InstructionView.module.css'

/** Something to read before answering what comes next. */
export function InstructionView({
  instruction: { id, label, body, hint, guide, picture },
}: {
  instruction: Instruction
}) {
  const read = useRead()
  const key = answerKey(id, useRows().at(-1))
  const isShown = useWorkedOut(key, state => state.isVisible(key))
  if (!isShown) return null
  return (
    <div className={styles.instruction}>
      {(read(label) || hint || guide) && (
        <div className={styles.head}>
          <div className={styles.label}>
            <FormText text={label} isBlock />
          </div>
          {(hint || guide) && (
            <HintButton about={label} hint={hint}>
              {guide && <GuideBeside link={guide} />}
            </HintButton>
          )}
        </div>
      )}
      {picture && <FormPicture picture={picture} />}
      {body && <FormText text={body} isBlock />}
    </div>
  )
}
