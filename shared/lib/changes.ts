import { z } from 'zod'

type WithoutDefault<Field> = Field extends z.ZodDefault<infer Inner> ? Inner : Field
type Changes<Draft extends z.ZodRawShape> = { [Name in keyof Draft]: z.ZodOptional<WithoutDefault<Draft[Name]>> }

/**
 * What a PUT takes: the fields of a draft, none required and none filled in, so that what was not sent stays as it is. `partial()`
 * alone would not do: it leaves the defaults, and they would overwrite what is stored.
 */
export function changesOf<Draft extends z.ZodRawShape>(draft: z.ZodObject<Draft>): z.ZodObject<Changes<Draft>> {
  const shape = Object.entries(draft.shape).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodDefault ? field.unwrap() : field),
  ])
  return z.object(Object.fromEntries(shape)) as unknown as z.ZodObject<Changes<Draft>>
}
