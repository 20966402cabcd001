import { z } from 'zod'

type WithoutDefault<Field> = Field extends z.ZodDefault<infer Inner> ? Inner : Field
type Changes<Draft extends z.ZodRawShape> = { [Name in keyof Draft]: z.ZodOptional<WithoutDefault<Draft[Name]>> }

/**
 * Input of a PUT: the fields of a draft, all optional and without defaults, so that a field that is not sent keeps its
 * value. `partial()` alone keeps the defaults, which would overwrite stored values.
 */
export function changesOf<Draft extends z.ZodRawShape>(draft: z.ZodObject<Draft>): z.ZodObject<Changes<Draft>> {
  const shape = Object.entries(draft.shape).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodDefault ? field.unwrap() : field),
  ])
  return z.object(Object.fromEntries(shape)) as unknown as z.ZodObject<Changes<Draft>>
}
