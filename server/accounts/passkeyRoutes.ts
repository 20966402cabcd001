import { passkeys as passkeyCalls } from '#shared/accounts/passkeys.ts'
import { routes } from '../lib/http/routes.ts'
import { getPasskeyOptions, loginWithPasskey, preparePasskeyLogin } from './passkeySignIn.ts'
import { createPasskey, deletePasskey, getPasskeys, preparePasskey, renamePasskey, startPasskey } from './passkeys.ts'

export const passkeyRoutes = routes(passkeyCalls, {
  list: getPasskeys,
  start: { prepare: startPasskey },
  create: { prepare: preparePasskey, handle: createPasskey },
  rename: renamePasskey,
  remove: deletePasskey,
  loginOptions: { prepare: getPasskeyOptions },
  login: { prepare: preparePasskeyLogin, handle: loginWithPasskey },
})
