import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useDraft } from '../../answers/draft/DraftContext.tsx'
import { anchorOf } from '../../answers/draft/pages.ts'
import styles from './SectionList.module.css'

export type QuestionLinkProps = { at: string; className: string | undefined; children: ReactNode }

/** Leads to the question at a key, wherever in the form it is. */
export function QuestionLink({ at, className, children }: QuestionLinkProps) {
  const stepOf = useStepOf()
  const { id } = useParams({ from: '/shell/submission/filling/$id' })
  const search = useSearch({ from: '/shell/submission/filling/$id' })
  return (
    <Link
      to="/submission/filling/$id"
      params={{ id }}
      search={{ ...search, step: stepOf(at) }}
      hash={anchorOf(at)}
      className={className}
    >
      {children}
    </Link>
  )
}

export type StepLinkProps = { step: number; isCurrent: boolean; onPick?: (() => void) | undefined; children: ReactNode }

/** Leads to a page of the form, or to its end. */
export function StepLink({ step, isCurrent, onPick, children }: StepLinkProps) {
  const { id } = useParams({ from: '/shell/submission/filling/$id' })
  const search = useSearch({ from: '/shell/submission/filling/$id' })
  return (
    <Link
      to="/submission/filling/$id"
      params={{ id }}
      search={{ ...search, step }}
      className={styles.link}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={onPick}
    >
      {children}
    </Link>
  )
}

/** The number of the screen on which a key is; the first where the form does not ask it. */
function useStepOf(): (key: string) => number {
  const draft = useDraft()
  return key => {
    const section = draft.state.instance(key)?.part.section
    return (
      Math.max(
        0,
        draft.pages().findIndex(({ sections }) => sections.some(({ id }) => id === section?.id)),
      ) + 1
    )
  }
}

/** Goes to a question, wherever in the form it is. */
export function useJump(): (key: string) => void {
  const navigate = useNavigate()
  const search = useSearch({ from: '/shell/submission/filling/$id' })
  const stepOf = useStepOf()
  return key => void navigate({ to: '.', search: { ...search, step: stepOf(key) }, hash: anchorOf(key) })
}
