import { answerKey } from '#shared/forms/answers/answerKey.ts'
import type { Group } from '#shared/forms/definition.ts'
import { useRead, useRows, useWorkedOut } from '../../answers/draft/DraftContext.tsx'
import { FormPicture, FormText, HintButton } from '../../answers/texts/FormText.tsx'
import { ElementList } from './ElementList.tsx'
import styles from './GroupView.module.css'

/** Questions that belong together, under their heading where they have one. */
export function GroupView({ group }: { group: Group }) {
  const read = useRead()
  const key = answerKey(group.id, useRows().at(-1))
  const isShown = useWorkedOut(key, state => state.isVisible(key))
  if (!isShown) return null
  const hasHeading = read(group.label) !== ''
  return (
    <div className={styles.group} data-layout={group.layout}>
      {hasHeading && (
        <div className={styles.head}>
          <h3 className={styles.title}>
            <FormText text={group.label} />
          </h3>
          {group.hint && <HintButton about={group.label} hint={group.hint} />}
        </div>
      )}
      {group.picture && <FormPicture picture={group.picture} />}
      <ElementList elements={group.questions} />
    </div>
  )
}
