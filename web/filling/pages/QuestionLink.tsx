import { Link, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { anchorOf } from '../../answers/draft/pages.ts'
import { useStepOf } from './useJump.ts'

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
