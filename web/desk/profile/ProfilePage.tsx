import { pageTitles } from '#/api/pages.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { FaceData } from '#/web/agreements/contracts/public.tsx'
import { PersonalData } from '#/web/desk/personal/public.tsx'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import { IdentityUse } from '#/web/people/disputes/public.tsx'
import { OwnBusinessPage } from '#/web/people/entities/public.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { AccountCard, FactorCard, PasswordsCard } from './Account.tsx'
import { AccountClosing } from './CloseAccount.tsx'
import { Devices } from './Devices.tsx'
import { Exports } from './Exports.tsx'
import { Notifications } from './Notifications.tsx'
import { NumberDisclosures } from './NumberDisclosures.tsx'
import { PasskeysCard } from './Passkeys.tsx'
import { SignIns } from './SignIns.tsx'
import './profile.css'

/** 个人中心: the user's data, passwords, second factor and sessions. */
export default function ProfilePage() {
  const t = useText()
  const user = useUser()
  const profile = useRead(api.profile.get, {})
  return (
    <>
      <PageHeader title={t(pageTitles.index)} />
      <QueryContent query={profile} lines={8}>
        {(answer) => (
          <div className="p-cards">
            <AccountCard mine={answer} />
            <div className="p-column">
              <PasswordsCard mine={answer} onChanged={() => void profile.refetch()} />
              <FactorCard mine={answer} />
              <PasskeysCard />
            </div>
          </div>
        )}
      </QueryContent>
      {user?.usertype === userType.operator ? <OwnBusinessPage /> : null}
      {user?.usertype === userType.operator ? <IdentityUse /> : null}
      <Devices />
      {profile.data ? <Notifications mail={profile.data.mail} mobile={profile.data.mobile} /> : null}
      <Exports />
      <SignIns />
      {user?.usertype === userType.operator ? <NumberDisclosures /> : null}
      {user?.usertype === userType.operator ? <FaceData /> : null}
      {user?.usertype === userType.operator ? <PersonalData /> : null}
      {user?.usertype === userType.operator ? <AccountClosing /> : null}
    </>
  )
}
