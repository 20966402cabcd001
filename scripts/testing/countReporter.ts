/**
 * Writes into the file that TEND_VITEST_COUNT names how many tests passed, which failed, and which passed only when
 * they were tried again.
 */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { type Count, none } from './count.ts'

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count: Count = none()
    for (const module of modules) {
      // A file that could not be read has no tests that fail.
      if (module.state() === 'failed' && module.errors().length > 0) count.failed.push(module.moduleId)
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        const name = `${module.moduleId} › ${test.fullName}`
        if (state === 'passed') count.passed++
        if (state === 'failed') count.failed.push(`${name}: ${firstLine(test)}`)
        if (test.diagnostic()?.flaky) count.flaky.push(name)
      }
    }
    const file = process.env.TEND_VITEST_COUNT
    if (file) writeFileSync(file, JSON.stringify(count))
  }
}

/** What it said is printed long before the end of a run, of which some keep only the last lines. */
const firstLine = (test: TestCase) => test.result().errors?.[0]?.message.split('\n')[0] ?? ''
