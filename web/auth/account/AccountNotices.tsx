import { lazyPart } from '../../ui/lazyPart.tsx'

/** What the account has to say above every screen. It is fetched after the screen, which does not wait for it. */
export const AccountNotices = lazyPart(() => import('./AccountNotice.tsx').then(part => part.AccountNotice))
