/** Writes into the file that TEND_VITEST_COUNT names how many tests passed and failed, and which passed only when they were tried again. */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import type { Count } from './count.ts'

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count: Count = { passed: 0, failed: 0, flaky: [] }
    for (const module of modules) {
      // A file that could not be read has no tests that fail.
      if (module.state() === 'failed' && module.errors().length > 0) count.failed++
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') count.passed++
        if (state === 'failed') count.failed++
        if (test.diagnostic()?.flaky) count.flaky.push(`${module.moduleId} › ${test.fullName}`)
      }
    }
    const file = process.env.TEND_VITEST_COUNT
    if (file) writeFileSync(file, JSON.stringify(count))
  }
}
