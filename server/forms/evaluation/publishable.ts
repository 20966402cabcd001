/** Whether a form may be published: what is quick to find out at once, what takes longer in a thread. */
import { createHash } from 'node:crypto'
import type { Definition } from '#shared/forms/definition.ts'
import { briefAllowance } from '#shared/forms/expressions/budget.ts'
import { mistakesIn } from '#shared/forms/mistakes/mistakes.ts'
import type { Mistake } from '#shared/forms/mistakes/structureMistakes.ts'
import { contentsFor } from '#shared/forms/tables/contents.ts'
import { Problem } from '#shared/lib/problem.ts'
import { fairnessKey } from '../../lib/concurrency/fairnessKey.ts'
import { inThread } from '../../lib/concurrency/threads.ts'
import type { Context } from '../../lib/context.ts'
import type { ToTry } from './mistakesThread.ts'

/** Throws 422 that names each mistake of a definition by its place. It is called in `prepare` and in the handler. */
export async function requirePublishable(ctx: Context, definition: Definition): Promise<void> {
  const mistakes = await mistakesOf(ctx, definition)
  if (mistakes.length === 0) return
  const paths = Map.groupBy(mistakes, ({ path }) => `definition.${path}`)
  const errors = [...paths].map(([path, found]) => [
    path,
    found.map(({ code, values, at }) => ({
      code,
      values: { ...values, ...(at !== undefined && { position: at + 1 }) },
    })),
  ])
  throw new Problem('invalid', { errors: Object.fromEntries(errors) })
}

async function mistakesOf(ctx: Context, definition: Definition): Promise<Mistake[]> {
  ctx.preparation.requirePrepared()
  const found = mistakesIn(definition, briefAllowance)
  if (!found.some(({ code }) => code === 'too_much_work')) return found
  const key = createHash('sha256').update(JSON.stringify(definition)).digest('base64url')
  return ctx.preparation.of(`mistakes ${key}`, () =>
    inThread<ToTry, Mistake[]>(
      'evaluation',
      fairnessKey(ctx.actor, ctx.ip),
      new URL('./mistakesThread.ts', import.meta.url),
      { definition, tables: contentsFor(definition) },
    ),
  )
}
