/** Tries a form out for `publishable.ts`, in a thread. */
import type { Definition } from '#shared/forms/definition.ts'
import { mistakesIn } from '#shared/forms/mistakes/mistakes.ts'

export default (definition: Definition) => mistakesIn(definition)
