import { useEffect, useState } from 'react'
import { onReauthentication } from '../../lib/client.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'

const ReauthenticationDialog = lazyPart(() =>
  import('./ReauthenticationDialog.tsx').then(part => part.ReauthenticationDialog),
)

type Answer = (isDone: boolean) => void

/** Asks for the password again whenever a call of any screen is refused for want of it. Its dialog is fetched when it is first needed. */
export function ReauthenticationHost() {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => onReauthentication(() => new Promise(resolve => setAnswer(() => resolve))), [])

  function end(isDone: boolean) {
    answer?.(isDone)
    setAnswer(undefined)
  }

  return answer && <ReauthenticationDialog onClose={() => end(false)} onDone={() => end(true)} />
}
