import { z } from 'zod'
import { sexes, species } from './species.ts'

/** Declares the species once in the API's description. */
export const Species = z.enum(species).meta({ id: 'Species' })

export const Sex = z.enum(sexes).meta({ id: 'Sex' })
