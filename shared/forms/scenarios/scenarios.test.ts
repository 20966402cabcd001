import { describe, expect, test } from 'vitest'
import { Definition } from '../definition.ts'
import { choiceScenarios } from './choices.ts'
import { completionScenarios } from './completion.ts'
import { play, type Scenario } from './language.ts'
import { numberScenarios } from './numbers.ts'
import { scoringScenarios } from './scoring.ts'
import { yesNoScenarios } from './yesNo.ts'

const files: [string, Scenario[]][] = [
  ['yes and no', yesNoScenarios],
  ['choices', choiceScenarios],
  ['numbers', numberScenarios],
  ['completion', completionScenarios],
  ['scoring', scoringScenarios],
]

describe.each(files)('%s', (_, scenarios) => {
  test.each(scenarios)('$title', scenario => {
    Definition.parse(scenario.form)
    expect(Object.keys(scenario.expect)).not.toEqual([])
    const outcome = play(scenario)
    // Compared key by key: `sections` and the lists must be equal, not only contain what is expected.
    const named = Object.fromEntries(Object.entries(outcome).filter(([key]) => key in scenario.expect))
    expect(named).toEqual(scenario.expect)
  })
})
