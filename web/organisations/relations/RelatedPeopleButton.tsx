import { userType } from '#/domain/base/codes.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useUser } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { RelatedPeople } from './RelatedPeople.tsx'
import { texts } from './texts.ts'

/** Opens the related people of the caller's own unit; hidden for users without a unit. */
export function RelatedPeopleButton() {
  const t = useText()
  const [state, change] = useUrlState({ related: '' })
  if (useUser()?.usertype !== userType.unit) return null
  return (
    <>
      <Button onClick={() => change({ related: '1' })}>{t(texts.people)}</Button>
      <DetailDrawer isOpen={state.related !== ''} title={t(texts.people)} onClose={() => change({ related: '' })}>
        {state.related !== '' ? <RelatedPeople /> : null}
      </DetailDrawer>
    </>
  )
}
