import { pages } from '#/api/pages.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { PageHeader } from '#/web/ui/PageHeader.tsx'

export default function VouchersPage() {
  const say = useText()
  return <PageHeader title={say(pages.zfpzList.title)} />
}
