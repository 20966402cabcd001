import { cows } from './cows.ts'
import { pigs } from './pigs.ts'
import { poultry } from './poultry.ts'
import { sheep } from './sheep.ts'
import { transport } from './transport.ts'
import { workshop } from './workshop.ts'

export const areaGuides = [cows, sheep, pigs, poultry, transport, workshop]
