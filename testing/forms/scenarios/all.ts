/** Every scenario, by what it is about; Node and the browser play the same. */

import { typeScenarios } from './answerTypes.ts'
import { choiceScenarios } from './choices.ts'
import { completionScenarios } from './completion.ts'
import { conditionScenarios } from './conditions.ts'
import { consequenceScenarios } from './consequences.ts'
import { defaultScenarios } from './defaults.ts'
import { expressionScenarios } from './expressions.ts'
import type { Scenario } from './language.ts'
import { numberScenarios } from './numbers.ts'
import { rowScenarios } from './rows.ts'
import { scoringScenarios } from './scoring.ts'
import { scoringEdgeScenarios } from './scoringEdges.ts'
import { yesNoScenarios } from './yesNo.ts'

export const allScenarios: [string, Scenario[]][] = [
  ['yes and no', yesNoScenarios],
  ['choices', choiceScenarios],
  ['numbers', numberScenarios],
  ['types', typeScenarios],
  ['completion', completionScenarios],
  ['conditions', conditionScenarios],
  ['expressions', expressionScenarios],
  ['rows', rowScenarios],
  ['defaults', defaultScenarios],
  ['scoring', scoringScenarios],
  ['scores at their borders', scoringEdgeScenarios],
  ['consequences', consequenceScenarios],
]
