/**
 * What is dangerous needs the password given at most ten minutes ago; the server refuses it with `reauthentication_required` otherwise.
 * The client then asks here, and repeats the refused call: no screen has to know about it.
 */
type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** Names who asks the person: the dialog of the shell. Returns the function that takes it away. */
export function onReauthentication(asker: Ask): () => void {
  ask = asker
  return () => {
    if (ask === asker) ask = undefined
  }
}

/** Whether the person has given the password again. Calls that are refused at the same time share one question. */
export function reauthenticated(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}
