/** The settings that the platform's admins change on the health page. */
import { z } from 'zod'
import { settingNames } from '../lib/settingNames.ts'

export const Setting = z
  .object({
    name: z.enum(settingNames),
    /** Null where none is set, and for secrets. */
    value: z.string().nullable(),
    is_set: z.boolean(),
    from: z.enum(['environment', 'page', 'default']),
    /** Saved, and takes effect with the next start. */
    needs_restart: z.boolean(),
    /** Kept, and not in force: its key is not here, or what is kept is wrong. */
    is_unused: z.boolean(),
  })
  .meta({ id: 'Setting' })
export type Setting = z.infer<typeof Setting>
