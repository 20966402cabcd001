import { useEffect } from 'react'
import { localeOf } from '#shared/lib/language.ts'
import { LoginPage } from '../auth/LoginPage.tsx'
import { chooseLocale, formTexts } from '../lib/i18n.ts'
import { isLocaleChosenHere } from '../lib/locale.ts'
import { destination } from '../lib/session/entrance.ts'
import { currentUser, logout } from '../lib/session/session.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

const RegisterPage = lazyPart(() => import('../auth/RegisterPage.tsx').then(part => part.RegisterPage))
const ForgotPasswordPage = lazyPart(() =>
  import('../auth/password/ResetPasswordPage.tsx').then(part => part.ForgotPasswordPage),
)
const ResetPasswordPage = lazyPart(() =>
  import('../auth/password/ResetPasswordPage.tsx').then(part => part.ResetPasswordPage),
)
const ActionPage = lazyPart(() => import('../auth/ActionPage.tsx').then(part => part.ActionPage))
const HelpPage = lazyPart(() =>
  Promise.all([import('../helpers/HelpPage.tsx'), formTexts()]).then(([part]) => part.HelpPage),
)
const InvitationPage = lazyPart(() => import('../auth/InvitationPage.tsx').then(part => part.InvitationPage))
const PublicFormPage = lazyPart(() =>
  import('../filling/publicForm/PublicFormPage.tsx').then(part => part.PublicFormPage),
)
/** The outbox handlers are registered by the app, which is fetched with it. */
const WorkOfDevicePage = lazyPart(() =>
  Promise.all([import('../auth/work/WorkOfDevicePage.tsx'), import('../App.tsx')]).then(
    ([part]) => part.WorkOfDevicePage,
  ),
)
const FirstAdministratorPage = lazyPart(() =>
  import('../auth/RegisterPage.tsx').then(part => part.FirstAdministratorPage),
)
const EnrolPage = lazyPart(() => import('../auth/pin/EnrolPage.tsx').then(part => part.EnrolPage))
const SsoPage = lazyPart(() => import('../auth/sso/SsoPage.tsx').then(part => part.SsoPage))
const LegalPage = lazyPart(() => import('../auth/legal/LegalPage.tsx').then(part => part.LegalPage))
const PassVisitPage = lazyPart(() => import('../passes/visit/PassVisitPage.tsx').then(part => part.PassVisitPage))
const SharedPage = lazyPart(() => import('../shares/SharedPage.tsx').then(part => part.SharedPage))
const VerifyPage = lazyPart(() => import('../auth/verify/VerifyPage.tsx').then(part => part.VerifyPage))
const DeletedPage = lazyPart(() => import('../auth/account/DeletedPage.tsx').then(part => part.DeletedPage))

/** The app for people who are not signed in. Its pages are documents of their own: going from one to another loads the next. */
export function Entrance({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const [section = '', page = '', first, second] = partsOf(location.pathname)
  // Reporters come back at /form/public/case.
  const publicToken = section !== 'form' ? '' : page === 'public' ? first : first === 'public' && second

  // While the person types, what comes behind the entrance is fetched.
  useEffect(() => {
    if (publicToken) return
    const fetchAhead = () => import('../App.tsx').catch(() => undefined)
    const timer = setTimeout(fetchAhead, 1500)
    return () => clearTimeout(timer)
  }, [publicToken])

  /** The account's language is this device's from now on, unless another was just chosen on this page. */
  async function goOn() {
    if (!isLocaleChosenHere()) await chooseLocale(localeOf(currentUser()?.language_id))
    history.replaceState(null, '', destination())
    await onSignedIn()
  }

  if (publicToken) return <PublicFormPage id={page} token={publicToken} />
  if (section === 'invite' && first) return <InvitationPage companyId={page} token={first} onSignedIn={goOn} />
  if (section === 'action' && page === 'user' && first) return <ActionPage token={first} TaskPage={HelpPage} />
  if (section === '' || page === 'login') return <LoginPage onSignedIn={goOn} />
  if (page === 'logout') return <LogoutPage />
  if (page === 'register') return <RegisterPage onSignedIn={goOn} />
  if (page === 'forgot-password') return <ForgotPasswordPage />
  if (page === 'reset-password' && first && second)
    return <ResetPasswordPage token={first} email={second} onSignedIn={goOn} />
  if (page === 'work') return <WorkOfDevicePage />
  if (section === 'shared' && page && first) return <SharedPage id={page} token={first} />
  if (section === 'pass' && page && first) return <PassVisitPage id={page} token={first} />
  if (section === 'verify') return <VerifyPage token={page} />
  if (page === 'enrol' && first) return <EnrolPage token={first} onSignedIn={goOn} />
  if (page === 'sso' && first) return <SsoPage ssoKey={first} onSignedIn={goOn} />
  if (page === 'deleted') return <DeletedPage />
  if (page === 'legal') return <LegalPage />
  if (page === 'first-administrator' && first) return <FirstAdministratorPage token={first} onSignedIn={goOn} />
  return <NotFoundPage />
}

/** What stands between the slashes; nothing of an address that cannot be read. */
function partsOf(path: string): string[] {
  try {
    return path.slice(1).split('/').map(decodeURIComponent)
  } catch {
    return ['auth', '?']
  }
}

/** /auth/logout: signs out and goes on to the sign-in page. */
function LogoutPage() {
  useEffect(() => {
    logout()
  }, [])
  return null
}
