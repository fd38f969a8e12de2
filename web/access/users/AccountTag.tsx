import { userStatusNames } from '#/api/access/users.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, type StatusTone } from '#/web/ui/StatusTag.tsx'

const accountTones: Readonly<Record<number, StatusTone>> = {
  0: 'grey',
  1: 'gold',
  2: 'red',
  3: 'gold',
  4: 'gold',
  5: 'grey',
  6: 'red',
  7: 'grey',
  8: 'green',
  9: 'red',
}

/** The status of an account, identical in every list. */
export function AccountTag({ status }: { readonly status: number }) {
  const t = useText()
  const name: Text | undefined = userStatusNames[status as keyof typeof userStatusNames]
  return <StatusTag tone={accountTones[status] ?? 'grey'}>{name ? t(name) : String(status)}</StatusTag>
}
