import { createContext, type ReactNode, useContext } from 'react'
import type { QuestionLinkProps } from '../../../filling/pages/QuestionLink.tsx'
import styles from './JumpContext.module.css'

const JumpContext = createContext<(key: string) => void>(() => undefined)

/** Says how one gets to a question of the trial. */
export function JumpProvider({ jump, children }: { jump: (key: string) => void; children: ReactNode }) {
  return <JumpContext value={jump}>{children}</JumpContext>
}

/** Leads to a question of the trial, as a link does where a form has an address. */
export function TrialLink({ at, className = '', children }: QuestionLinkProps) {
  const jump = useContext(JumpContext)
  return (
    <button type="button" className={`${styles.link} ${className}`} onClick={() => jump(at)}>
      {children}
    </button>
  )
}
