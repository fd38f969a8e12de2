import { userFields } from '#/api/access/users.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useUser } from '#/web/kernel/session.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Field } from '#/web/ui/Field.tsx'
import type { User } from './tags.tsx'
import { texts } from './texts.ts'

const isStaff = (usertype: number | undefined) => usertype === userType.platform || usertype === userType.centre

/** Returns the flags of an account (`islr`, `isdl`) that the caller may set, and their changes. */
export function useAccountFlags(account: User) {
  const t = useText()
  const currentUser = useUser()
  const labels = {
    islr: isStaff(currentUser?.usertype) && isStaff(account.usertype) && (currentUser?.islr === '1' || account.islr === '1'),
    isdl: isStaff(currentUser?.usertype),
  }
  const names = (['islr', 'isdl'] as const).filter((name) => labels[name])
  return {
    fields: names.map((name) => (
      <Field key={name} name={name} valuePropName="checked" hint={t(name === 'islr' ? texts.islrNote : texts.isdlNote)}>
        <Checkbox>{t(userFields[name])}</Checkbox>
      </Field>
    )),
    changed: (change: Readonly<Partial<Record<'islr' | 'isdl', boolean>>>) =>
      Object.fromEntries(
        names.flatMap((name) => {
          const next = change[name] ? '1' : '0'
          return next === account[name] ? [] : [[name, next]]
        }),
      ) as Partial<Record<'islr' | 'isdl', '0' | '1'>>,
  }
}
