import { z } from 'zod'
import { sexes, species } from './species.ts'

/** One of the species, named once in the description. */
export const Species = z.enum(species).meta({ id: 'Species' })

export const Sex = z.enum(sexes).meta({ id: 'Sex' })
