/**
 * Who may make each call, and how to ask for a row with it: read and meant, line by line. `everyRoute.test.ts` walks
 * all of them with everybody; a call without a line in `expectations/` fails.
 */
import type { Expectation } from './expectation.ts'
import { accounts } from './expectations/accounts.ts'
import { forms } from './expectations/forms.ts'
import { messaging } from './expectations/messaging.ts'
import { registers } from './expectations/registers.ts'
import { work } from './expectations/work.ts'

export const expectations: Record<string, Expectation> = { ...accounts, ...registers, ...forms, ...work, ...messaging }
