import { contract } from '../lib/contract.ts'
import { aroundCalls } from './calls/around.ts'
import { conversationCalls } from './calls/conversations.ts'
import { messageCalls } from './calls/messages.ts'

export const messaging = contract({ ...conversationCalls, ...messageCalls, ...aroundCalls })
