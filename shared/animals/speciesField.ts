import { z } from 'zod'
import { species } from './species.ts'

/** One of the species, named once in the description. */
export const Species = z.enum(species).meta({ id: 'Species' })
