import { describe, expect, test } from 'vitest'
import { Definition } from '#shared/forms/definition.ts'
import { allScenarios } from './all.ts'
import { play } from './language.ts'

describe.each(allScenarios)('%s', (_, scenarios) => {
  test.each(scenarios)('$title', scenario => {
    Definition.parse(scenario.form)
    expect(Object.keys(scenario.expect)).not.toEqual([])
    const outcome = play(scenario)
    // Compared key by key: `sections` and the lists must be equal, not only contain what is expected.
    const named = Object.fromEntries(Object.entries(outcome).filter(([key]) => key in scenario.expect))
    expect(named).toEqual(scenario.expect)
  })
})
