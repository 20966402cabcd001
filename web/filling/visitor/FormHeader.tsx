import type { PublicForm } from '#shared/public-links/publicForm.ts'
import { useRead } from '../../answers/draft/DraftContext.tsx'
import { AnsweredBar } from '../pages/AnsweredBar.tsx'
import { SectionLine } from '../pages/SectionLine.tsx'
import styles from './FormScreen.module.css'
import { StepAnchor } from './Steps.tsx'

/** What is filled in, how far it is, and that it is kept. */
export function FormHeader({ form, step }: { form: PublicForm; step: number }) {
  const read = useRead()
  return (
    <div className={styles.header}>
      <h1 className={styles.title}>{read(form.name)}</h1>
      <AnsweredBar />
      <SectionLine step={step} Step={StepAnchor} />
    </div>
  )
}
